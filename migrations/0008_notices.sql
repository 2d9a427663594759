CREATE SCHEMA "notifications";
--> statement-breakpoint
CREATE TABLE "notifications"."notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" text NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"path" text NOT NULL,
	"once_key" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	CONSTRAINT "notices_onceKey_unique" UNIQUE("once_key")
);
--> statement-breakpoint
CREATE INDEX "notices_person" ON "notifications"."notices" USING btree ("person_id","at","id");--> statement-breakpoint
CREATE INDEX "notices_unread" ON "notifications"."notices" USING btree ("person_id") WHERE "notifications"."notices"."read_at" is null;