CREATE TABLE "pricing"."price_drafts" (
	"person_id" text PRIMARY KEY NOT NULL,
	"base_version" integer NOT NULL,
	"base" jsonb NOT NULL,
	"draft" jsonb NOT NULL,
	"revision" integer NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pricing"."publications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"version" integer,
	"table" jsonb NOT NULL,
	"base_version" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"author" text NOT NULL,
	"reason" text NOT NULL,
	"back_to" integer,
	CONSTRAINT "publications_version_unique" UNIQUE("version")
);
--> statement-breakpoint
CREATE INDEX "publications_newest" ON "pricing"."publications" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "publications_one_scheduled" ON "pricing"."publications" USING btree ("state") WHERE "pricing"."publications"."state" = 'scheduled';