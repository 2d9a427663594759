CREATE TABLE "payments"."promotion_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"kind" text NOT NULL,
	"cents" bigint,
	"percent" integer,
	"cap_cents" bigint,
	"minimum_cents" bigint DEFAULT 0 NOT NULL,
	"valid_from" timestamp with time zone,
	"valid_until" timestamp with time zone,
	"most_uses" integer,
	"most_per_person" integer,
	"services" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"first_order_only" boolean DEFAULT false NOT NULL,
	"ended_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"demo" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payments"."promotion_uses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"state" text DEFAULT 'kept' NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"demo" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders"."orders" ADD COLUMN "discount" jsonb;--> statement-breakpoint
ALTER TABLE "payments"."charges" ADD COLUMN "discount_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments"."promotion_uses" ADD CONSTRAINT "promotion_uses_code_id_promotion_codes_id_fk" FOREIGN KEY ("code_id") REFERENCES "payments"."promotion_codes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "promotion_codes_code" ON "payments"."promotion_codes" USING btree ("code");--> statement-breakpoint
CREATE INDEX "promotion_codes_newest" ON "payments"."promotion_codes" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "promotion_uses_one" ON "payments"."promotion_uses" USING btree ("order_id") WHERE "payments"."promotion_uses"."state" <> 'back';--> statement-breakpoint
CREATE INDEX "promotion_uses_code" ON "payments"."promotion_uses" USING btree ("code_id","at") WHERE "payments"."promotion_uses"."state" <> 'back';--> statement-breakpoint
CREATE INDEX "promotion_uses_client" ON "payments"."promotion_uses" USING btree ("client_id");