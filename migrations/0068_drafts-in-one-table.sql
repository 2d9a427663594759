CREATE TABLE "admin"."site_drafts" (
	"person_id" uuid NOT NULL,
	"setting" text NOT NULL,
	"base_version" integer NOT NULL,
	"base" jsonb NOT NULL,
	"draft" jsonb NOT NULL,
	"revision" integer NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "site_drafts_person_id_setting_pk" PRIMARY KEY("person_id","setting")
);
--> statement-breakpoint
CREATE INDEX "site_drafts_setting" ON "admin"."site_drafts" USING btree ("setting");--> statement-breakpoint
INSERT INTO "admin"."site_drafts" ("person_id", "setting", "base_version", "base", "draft", "revision", "updated_at")
	SELECT "person_id", 'brand', "base_version", "base", "draft", "revision", "updated_at" FROM "admin"."brand_drafts"
	UNION ALL SELECT "person_id", 'page.' || "page", "base_version", "base", "draft", "revision", "updated_at" FROM "admin"."page_drafts";--> statement-breakpoint
DROP TABLE "admin"."brand_drafts";--> statement-breakpoint
DROP TABLE "admin"."page_drafts";
