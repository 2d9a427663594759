ALTER TABLE "admin"."planned_pages" ADD COLUMN "tell" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "api"."keys" ADD COLUMN "ending" text;