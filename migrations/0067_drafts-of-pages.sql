CREATE TABLE "admin"."page_drafts" (
	"person_id" uuid NOT NULL,
	"page" text NOT NULL,
	"base_version" integer NOT NULL,
	"base" jsonb NOT NULL,
	"draft" jsonb NOT NULL,
	"revision" integer NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "page_drafts_person_id_page_pk" PRIMARY KEY("person_id","page")
);
--> statement-breakpoint
CREATE INDEX "page_drafts_page" ON "admin"."page_drafts" USING btree ("page");