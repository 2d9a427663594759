CREATE TABLE "platform"."backup_drills" (
	"slot" timestamp with time zone PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"tries" integer DEFAULT 1 NOT NULL,
	"until" timestamp with time zone,
	"began_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"name" text,
	"bytes" bigint,
	"facts" jsonb,
	"error" text
);
--> statement-breakpoint
ALTER TABLE "platform"."backup_runs" ADD COLUMN "facts" jsonb;