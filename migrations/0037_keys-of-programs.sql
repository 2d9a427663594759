CREATE SCHEMA "api";
--> statement-breakpoint
CREATE TABLE "api"."keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"scopes" jsonb NOT NULL,
	"prefix" text NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" uuid NOT NULL,
	"expires_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"revoked_by" uuid
);
--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_prefix" ON "api"."keys" USING btree ("prefix");--> statement-breakpoint
CREATE INDEX "api_keys_newest" ON "api"."keys" USING btree ("created_at","id");