ALTER TABLE "chat"."enquiries" ADD COLUMN "about" text DEFAULT 'question' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders"."orders" ADD COLUMN "tutoring" boolean DEFAULT false NOT NULL;