DROP INDEX "orders"."orders_due";--> statement-breakpoint
CREATE INDEX "orders_due" ON "orders"."orders" USING btree (coalesce("revision_due_at", "deadline", '9998-12-31T00:00:00Z'::timestamptz),"id") WHERE "orders"."orders"."status" not in ('completed', 'cancelled', 'refunded');--> statement-breakpoint
-- Saved lists of open orders said nothing of their sort while "newest first" was the usual one: they keep it.
update admin.saved_views
  set address = case when address = '' then 'sort=newest' else address || '&sort=newest' end
  where address !~ '(^|&)sort=' and address !~ '(^|&)group=(finished|ended|all)(&|$)';
