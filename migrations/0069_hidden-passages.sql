CREATE TABLE "orders"."hidden_passages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"side" text NOT NULL,
	"person_id" uuid NOT NULL,
	"place" text NOT NULL,
	"file_id" uuid,
	"kind" text NOT NULL,
	"sealed" text NOT NULL,
	"mark" text NOT NULL,
	"state" text NOT NULL,
	"asked" text,
	"asked_at" timestamp with time zone,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orders"."shown_texts" (
	"history_id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "files"."files" ADD COLUMN "name_shown" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders"."shown_texts" ADD CONSTRAINT "shown_texts_history_id_order_history_id_fk" FOREIGN KEY ("history_id") REFERENCES "orders"."order_history"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "hidden_passages_once" ON "orders"."hidden_passages" USING btree ("order_id","side","mark");--> statement-breakpoint
CREATE INDEX "hidden_passages_waiting" ON "orders"."hidden_passages" USING btree ("asked_at","id") WHERE "orders"."hidden_passages"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "hidden_passages_person" ON "orders"."hidden_passages" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "shown_texts_order" ON "orders"."shown_texts" USING btree ("order_id");