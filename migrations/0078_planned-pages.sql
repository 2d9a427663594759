CREATE TABLE "admin"."planned_pages" (
	"page" text PRIMARY KEY NOT NULL,
	"base_version" integer NOT NULL,
	"base" jsonb NOT NULL,
	"draft" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"person_id" uuid NOT NULL,
	"planned_at" timestamp with time zone NOT NULL
);
