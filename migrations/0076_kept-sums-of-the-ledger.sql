CREATE TABLE "payments"."held_orders" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"cents" bigint NOT NULL,
	"demo" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payments"."ledger_closings" (
	"account" text PRIMARY KEY NOT NULL,
	"cents" bigint NOT NULL,
	"until" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "held_orders_some" ON "payments"."held_orders" USING btree ("order_id") WHERE "payments"."held_orders"."cents" > 0;--> statement-breakpoint
-- What orders hold by today's ledger.
insert into payments.held_orders (order_id, cents, demo)
select h.order_id, sum(e.cents)::bigint as cents, bool_or(h.demo) as demo
from payments.ledger_transactions h
join payments.ledger_entries e on e.transaction_id = h.id and e.account = 'held'
group by h.order_id
having sum(e.cents) <> 0;
