CREATE TABLE "admin"."brand_drafts" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"base_version" integer NOT NULL,
	"base" jsonb NOT NULL,
	"draft" jsonb NOT NULL,
	"revision" integer NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
