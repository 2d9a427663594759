CREATE TABLE "payments"."writer_balances" (
	"writer_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"cents" bigint NOT NULL,
	"demo" boolean NOT NULL,
	CONSTRAINT "writer_balances_order_id_writer_id_pk" PRIMARY KEY("order_id","writer_id")
);
--> statement-breakpoint
ALTER TABLE "orders"."orders" ADD COLUMN "first_revision_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "writer_balances_unpaid" ON "payments"."writer_balances" USING btree ("writer_id","order_id") WHERE "payments"."writer_balances"."cents" <> 0;--> statement-breakpoint
CREATE INDEX "orders_open_writer" ON "orders"."orders" USING btree ("writer_id","status","writer_deadline") WHERE "orders"."orders"."writer_id" is not null and "orders"."orders"."status" not in ('completed', 'cancelled', 'refunded');--> statement-breakpoint
CREATE INDEX "orders_pay_held" ON "orders"."orders" USING btree ("writer_id") WHERE "orders"."orders"."released_at" is null and "orders"."orders"."status" in ('in_progress', 'on_hold', 'delivered', 'revision_requested', 'completed', 'disputed');--> statement-breakpoint
CREATE INDEX "orders_delivered_writer" ON "orders"."orders" USING btree ("writer_id","first_delivered_at","writer_deadline","first_revision_at") WHERE "orders"."orders"."first_delivered_at" is not null and not "orders"."orders"."test";--> statement-breakpoint
-- The balances of today's ledger.
insert into payments.writer_balances (writer_id, order_id, cents, demo)
select h.writer_id, h.order_id, sum(e.cents)::bigint as cents, bool_or(h.demo) as demo
from payments.ledger_transactions h
join payments.ledger_entries e on e.transaction_id = h.id and e.account = 'writer'
where h.writer_id is not null and not h.test
group by h.order_id, h.writer_id
having sum(e.cents) <> 0;
--> statement-breakpoint
update orders.orders o set first_revision_at = asked.at
from (
  select order_id, min(at) as at from orders.order_history where action = 'request-revision' group by order_id
) asked
where asked.order_id = o.id;
