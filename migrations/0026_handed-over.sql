CREATE TABLE "orders"."work_drafts" (
	"order_id" uuid NOT NULL,
	"writer_id" uuid NOT NULL,
	"fields" jsonb NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "work_drafts_order_id_writer_id_pk" PRIMARY KEY("order_id","writer_id")
);
--> statement-breakpoint
ALTER TABLE "orders"."deliveries" ADD COLUMN "ticked" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "orders"."deliveries" ADD COLUMN "pack" jsonb;--> statement-breakpoint
ALTER TABLE "orders"."deliveries" ADD COLUMN "declaration" jsonb;--> statement-breakpoint
ALTER TABLE "orders"."deliveries" ADD COLUMN "answers" jsonb;--> statement-breakpoint
CREATE INDEX "work_drafts_saved" ON "orders"."work_drafts" USING btree ("saved_at");