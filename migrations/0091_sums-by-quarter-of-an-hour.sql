CREATE TABLE "payments"."ledger_progress" (
	"id" integer PRIMARY KEY NOT NULL,
	"until" bigint NOT NULL,
	"seen" bigint NOT NULL,
	"seen_before" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payments"."money_quarters" (
	"at" timestamp with time zone PRIMARY KEY NOT NULL,
	"settled_cents" bigint NOT NULL,
	"payments" bigint NOT NULL,
	"refunded_cents" bigint NOT NULL,
	"received_cents" bigint NOT NULL,
	"sent_back_cents" bigint NOT NULL,
	"released_cents" bigint NOT NULL
);
--> statement-breakpoint
DROP INDEX "notifications"."notices_unread";--> statement-breakpoint
DROP INDEX "orders"."orders_given_back";--> statement-breakpoint
CREATE INDEX "deliveries_made" ON "orders"."deliveries" USING btree ("order_id","created_at");--> statement-breakpoint
CREATE INDEX "settlements_newest" ON "payments"."settlements" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "notices_unread" ON "notifications"."notices" USING btree ("person_id","kind","at","id") WHERE "notifications"."notices"."read_at" is null;--> statement-breakpoint
CREATE INDEX "orders_given_back" ON "orders"."orders" USING btree ("updated_at","id") WHERE "orders"."orders"."status" in ('cancelled', 'refunded') and not "orders"."orders"."frozen" and "orders"."orders"."payment_status" in ('paid', 'partially_paid', 'partially_refunded', 'chargeback');