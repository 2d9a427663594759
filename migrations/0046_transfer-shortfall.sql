ALTER TABLE "orders"."orders" ADD COLUMN "shortfall_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments"."charges" ADD COLUMN "shortfall_cents" bigint DEFAULT 0 NOT NULL;