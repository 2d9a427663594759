CREATE TABLE "writing"."applications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"fields" jsonb NOT NULL,
	"terms_version" text,
	"sent_at" timestamp with time zone,
	"question" text,
	"asked_at" timestamp with time zone,
	"reason" text,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "applications_person" ON "writing"."applications" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "applications_state" ON "writing"."applications" USING btree ("state","sent_at");