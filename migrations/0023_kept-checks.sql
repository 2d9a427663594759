CREATE SCHEMA "checker";
--> statement-breakpoint
CREATE TABLE "checker"."kept_checks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"summary" text NOT NULL,
	"content" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "kept_checks_owner" ON "checker"."kept_checks" USING btree ("owner_id","at");