CREATE TABLE "orders"."form_drafts" (
	"owner" uuid PRIMARY KEY NOT NULL,
	"path" text NOT NULL,
	"fields" jsonb NOT NULL,
	"form_key" text NOT NULL,
	"session_id" text NOT NULL,
	"revision" integer NOT NULL,
	"saved_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders"."orders" ADD COLUMN "citation_style" text;--> statement-breakpoint
ALTER TABLE "orders"."orders" ADD COLUMN "language_variant" text;--> statement-breakpoint
CREATE INDEX "form_drafts_saved" ON "orders"."form_drafts" USING btree ("saved_at");