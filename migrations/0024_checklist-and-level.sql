ALTER TABLE "orders"."orders" ADD COLUMN "academic_level" text;--> statement-breakpoint
ALTER TABLE "orders"."orders" ADD COLUMN "checklist" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "orders"."orders" ADD COLUMN "ticked_at" timestamp with time zone;