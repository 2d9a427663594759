CREATE TABLE "platform"."past_settings" (
	"key" text NOT NULL,
	"version" integer NOT NULL,
	"value" jsonb NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	CONSTRAINT "past_settings_key_version_pk" PRIMARY KEY("key","version")
);
--> statement-breakpoint
CREATE TABLE "payments"."waivers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"cents" bigint NOT NULL,
	"paid_by" text NOT NULL,
	"reason" text NOT NULL,
	"cause" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders"."orders" ADD COLUMN "unpaid_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders"."orders" ADD COLUMN "rest_paid_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders"."orders" ADD COLUMN "change" jsonb;--> statement-breakpoint
CREATE UNIQUE INDEX "waivers_once" ON "payments"."waivers" USING btree ("cause");--> statement-breakpoint
CREATE INDEX "waivers_order" ON "payments"."waivers" USING btree ("order_id");