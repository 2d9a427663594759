CREATE TABLE "orders"."originality_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"delivery_id" uuid NOT NULL,
	"name" text NOT NULL,
	"maker" text NOT NULL,
	"made_on" text NOT NULL,
	"link" text,
	"by_kind" text NOT NULL,
	"by_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "originality_reports_delivery" ON "orders"."originality_reports" USING btree ("delivery_id");