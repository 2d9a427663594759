CREATE TABLE "payments"."disputes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"settlement_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"reference" text NOT NULL,
	"cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"reason" text NOT NULL,
	"state" text NOT NULL,
	"followed" boolean NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sandbox"."disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"payment_id" text NOT NULL,
	"cents" bigint NOT NULL,
	"state" text NOT NULL
);
--> statement-breakpoint
DROP INDEX "payments"."attempts_one_open";--> statement-breakpoint
DROP INDEX "payments"."attempts_asked";--> statement-breakpoint
ALTER TABLE "payments"."attempts" ADD COLUMN "reference" text;--> statement-breakpoint
ALTER TABLE "payments"."attempts" ADD COLUMN "close_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payments"."provider_events" ADD COLUMN "type" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "payments"."provider_events" ADD COLUMN "transaction" text;--> statement-breakpoint
ALTER TABLE "payments"."provider_events" ADD COLUMN "dispute" text;--> statement-breakpoint
ALTER TABLE "sandbox"."pages" ADD COLUMN "closed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sandbox"."refunds" ADD COLUMN "elsewhere" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payments"."disputes" ADD CONSTRAINT "disputes_settlement_id_settlements_id_fk" FOREIGN KEY ("settlement_id") REFERENCES "payments"."settlements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."disputes" ADD CONSTRAINT "disputes_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "sandbox"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "disputes_once" ON "payments"."disputes" USING btree ("provider","reference");--> statement-breakpoint
CREATE INDEX "disputes_order" ON "payments"."disputes" USING btree ("order_id","opened_at");--> statement-breakpoint
CREATE INDEX "attempts_close" ON "payments"."attempts" USING btree ("close_at") WHERE "payments"."attempts"."close_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "attempts_one_open" ON "payments"."attempts" USING btree ("charge_id","provider") WHERE "payments"."attempts"."state" in ('started', 'reviewing', 'awaiting_transfer');--> statement-breakpoint
CREATE INDEX "attempts_asked" ON "payments"."attempts" USING btree ("asked_at") WHERE "payments"."attempts"."state" in ('started', 'reviewing');