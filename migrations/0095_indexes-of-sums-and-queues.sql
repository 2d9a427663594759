DROP INDEX "orders"."orders_open_state";--> statement-breakpoint
DROP INDEX "orders"."orders_test";--> statement-breakpoint
DROP INDEX "orders"."ratings_writer";--> statement-breakpoint
DROP INDEX "payments"."held_orders_some";--> statement-breakpoint
CREATE INDEX "orders_watch_quotes" ON "orders"."orders" USING btree (coalesce("waiting_since", "created_at"),"waiting_since","created_at") WHERE "orders"."orders"."status" = 'pending' and "orders"."orders"."kind" = 'custom' and not "orders"."orders"."quote_ended";--> statement-breakpoint
CREATE INDEX "orders_quotes_due" ON "orders"."orders" USING btree (coalesce("revision_due_at", "deadline", '9998-12-31T00:00:00Z'::timestamptz),"id","revision_due_at","deadline","quote_ended") WHERE "orders"."orders"."status" = 'pending' and "orders"."orders"."kind" = 'custom';--> statement-breakpoint
CREATE INDEX "orders_watch_unassigned" ON "orders"."orders" USING btree (coalesce("unassigned_since", "confirmed_at"),"unassigned_since","confirmed_at") WHERE "orders"."orders"."status" = 'confirmed';--> statement-breakpoint
CREATE INDEX "orders_watch_revision" ON "orders"."orders" USING btree ("work_since") WHERE "orders"."orders"."status" = 'revision_requested';--> statement-breakpoint
CREATE INDEX "orders_asked_due" ON "orders"."orders" USING btree (coalesce("revision_due_at", "deadline", '9998-12-31T00:00:00Z'::timestamptz),"id","revision_due_at","deadline","assigned_at") WHERE "orders"."orders"."status" = 'assigned';--> statement-breakpoint
CREATE INDEX "ledger_borne" ON "payments"."ledger_transactions" USING btree ("order_id","id") WHERE "payments"."ledger_transactions"."paid_by" in ('writer', 'operator');--> statement-breakpoint
CREATE INDEX "orders_open_state" ON "orders"."orders" USING btree ("status","kind","created_at","id") WHERE "orders"."orders"."status" not in ('completed', 'cancelled', 'refunded');--> statement-breakpoint
CREATE INDEX "orders_test" ON "orders"."orders" USING btree ("confirmed_at","id") WHERE "orders"."orders"."test";--> statement-breakpoint
CREATE INDEX "ratings_writer" ON "orders"."ratings" USING btree ("writer_id","order_id","stars");--> statement-breakpoint
CREATE INDEX "held_orders_some" ON "payments"."held_orders" USING btree ("order_id","cents") WHERE "payments"."held_orders"."cents" > 0;