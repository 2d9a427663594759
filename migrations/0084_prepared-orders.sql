CREATE TABLE "api"."partners" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"contact" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orders"."prepared_orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"partner_id" uuid NOT NULL,
	"partner_name" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"digest" text NOT NULL,
	"service" text NOT NULL,
	"fields" jsonb NOT NULL,
	"price_cents" integer,
	"owner" uuid,
	"order_id" uuid,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api"."keys" ADD COLUMN "partner_id" uuid;--> statement-breakpoint
ALTER TABLE "api"."keys" ADD COLUMN "origins" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "api_partners_name" ON "api"."partners" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "prepared_orders_once" ON "orders"."prepared_orders" USING btree ("partner_id","idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "prepared_orders_order" ON "orders"."prepared_orders" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "prepared_orders_owner" ON "orders"."prepared_orders" USING btree ("owner");--> statement-breakpoint
CREATE INDEX "prepared_orders_created" ON "orders"."prepared_orders" USING btree ("created_at");