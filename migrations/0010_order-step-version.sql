ALTER TABLE "orders"."orders" ADD COLUMN "step_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
UPDATE "orders"."orders" SET "step_version" = "version";
