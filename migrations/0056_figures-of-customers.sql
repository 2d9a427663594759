CREATE TABLE "accounts"."customers" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"placed" bigint DEFAULT 0 NOT NULL,
	"last_order_at" timestamp with time zone,
	"spent_cents" bigint DEFAULT 0 NOT NULL,
	"refunded_cents" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "accounts"."customers" ADD CONSTRAINT "customers_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "accounts"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customers_last" ON "accounts"."customers" USING btree (coalesce("last_order_at", '1970-01-01T00:00:00Z'::timestamptz),"person_id");--> statement-breakpoint
CREATE INDEX "customers_placed" ON "accounts"."customers" USING btree ("placed","person_id");--> statement-breakpoint
CREATE INDEX "customers_spent" ON "accounts"."customers" USING btree ("spent_cents","person_id");
--> statement-breakpoint
-- Everybody who has an account, with the figures of the orders and the ledger of today. A transaction that gives money
-- back counts what left the shop less what left the surplus; any other one, what came in less what became surplus.
insert into accounts.customers (person_id, placed, last_order_at, spent_cents, refunded_cents)
select p.id, coalesce(o.placed, 0), o.last_at, coalesce(m.spent, 0), coalesce(m.refunded, 0)
from accounts.people p
left join (
  select client_id, count(*) as placed, max(created_at) as last_at from orders.orders group by client_id
) o on o.client_id = p.id
left join (
  select o.client_id,
    sum(case when t.back = 0 then t.received - t.surplus else 0 end) as spent,
    sum(case when t.back = 0 then 0 else t.back + t.surplus end) as refunded
  from (
    select h.order_id,
      -coalesce(sum(e.cents) filter (where e.account = 'client'), 0) as received,
      coalesce(sum(e.cents) filter (where e.account = 'surplus'), 0) as surplus,
      coalesce(sum(e.cents) filter (where e.account in ('refunds', 'chargebacks')), 0) as back
    from payments.ledger_transactions h join payments.ledger_entries e on e.transaction_id = h.id
    where not h.test
    group by h.id
  ) t join orders.orders o on o.id = t.order_id
  group by o.client_id
) m on m.client_id = p.id
where p.anonymised_at is null;
