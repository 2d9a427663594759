CREATE TABLE "orders"."ratings" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"writer_id" uuid,
	"stars" integer NOT NULL,
	"text" text,
	"at" timestamp with time zone NOT NULL,
	"reply" text,
	"replied_by" text,
	"replied_at" timestamp with time zone,
	"demo" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders"."custom_quotes" ADD COLUMN "lines" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "ratings_writer" ON "orders"."ratings" USING btree ("writer_id");