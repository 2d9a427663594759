DROP INDEX "platform"."outbox_due";--> statement-breakpoint
DROP INDEX "orders"."orders_owed";--> statement-breakpoint
DROP INDEX "payments"."ledger_at";--> statement-breakpoint
DROP INDEX "writing"."writers_active";--> statement-breakpoint
DROP INDEX "payments"."writer_balances_unpaid";--> statement-breakpoint
CREATE INDEX "audit_word" ON "platform"."audit" USING btree (split_part("action", '.', 1),"at","id");--> statement-breakpoint
CREATE INDEX "audit_word_whose" ON "platform"."audit" USING btree (split_part("action", '.', 1),split_part("actor", ':', 1),"at","id");--> statement-breakpoint
CREATE INDEX "handled_events_at" ON "platform"."handled_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "limits_begun" ON "platform"."limits" USING btree ("window_start");--> statement-breakpoint
CREATE INDEX "mails_texts" ON "platform"."mails" USING btree ("created_at") WHERE "platform"."mails"."content" is not null;--> statement-breakpoint
CREATE INDEX "outbox_failed" ON "platform"."outbox" USING btree ("next_try_at") WHERE "platform"."outbox"."error" is not null;--> statement-breakpoint
CREATE INDEX "outbox_ended" ON "platform"."outbox" USING btree ("at") WHERE "platform"."outbox"."next_try_at" is null;--> statement-breakpoint
CREATE INDEX "timers_failed" ON "platform"."timers" USING btree ("due") WHERE "platform"."timers"."attempts" > 0;--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "accounts"."sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "api_deliveries_made" ON "api"."deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "enquiries_last" ON "chat"."enquiries" USING btree (coalesce("answered_at", "created_at"));--> statement-breakpoint
CREATE INDEX "notices_changed" ON "notifications"."notices" USING btree ("person_id",greatest("at", "read_at"));--> statement-breakpoint
CREATE INDEX "notices_at" ON "notifications"."notices" USING btree ("at");--> statement-breakpoint
CREATE INDEX "notices_read" ON "notifications"."notices" USING btree ("at") WHERE "notifications"."notices"."read_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_never_paid" ON "orders"."orders" USING btree ("updated_at") WHERE "orders"."orders"."status" = 'cancelled' and "orders"."orders"."payment_status" = 'void' and "orders"."orders"."instructions" <> 'Deleted: this order was never paid.';--> statement-breakpoint
CREATE INDEX "orders_disputed" ON "orders"."orders" USING btree ("id") WHERE "orders"."orders"."status" = 'disputed';--> statement-breakpoint
CREATE INDEX "orders_given_up" ON "orders"."orders" USING btree ("created_at","id") WHERE "orders"."orders"."status" in ('cancelled', 'refunded');--> statement-breakpoint
CREATE INDEX "orders_open_status" ON "orders"."orders" USING btree ("status","created_at","id") WHERE "orders"."orders"."status" not in ('completed', 'cancelled', 'refunded');--> statement-breakpoint
CREATE INDEX "orders_open_due" ON "orders"."orders" USING btree ("status",coalesce("revision_due_at", "deadline", '9998-12-31T00:00:00Z'::timestamptz),"id","revision_due_at","deadline") WHERE "orders"."orders"."status" not in ('completed', 'cancelled', 'refunded');--> statement-breakpoint
CREATE INDEX "provider_events_processed" ON "payments"."provider_events" USING btree ("processed_at");--> statement-breakpoint
CREATE INDEX "outbox_due" ON "platform"."outbox" USING btree ("next_try_at","id") WHERE "platform"."outbox"."next_try_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_owed" ON "orders"."orders" USING btree (coalesce("revision_due_at", "deadline", '9998-12-31T00:00:00Z'::timestamptz),"id","revision_due_at","deadline") WHERE "orders"."orders"."status" not in ('completed', 'cancelled', 'refunded') and "orders"."orders"."status" in ('confirmed', 'assigned', 'in_progress', 'revision_requested');--> statement-breakpoint
CREATE INDEX "ledger_at" ON "payments"."ledger_transactions" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "writers_active" ON "writing"."writers" USING btree ("pseudonym","person_id") WHERE "writing"."writers"."active";--> statement-breakpoint
CREATE INDEX "writer_balances_unpaid" ON "payments"."writer_balances" USING btree ("writer_id","order_id","cents","demo") WHERE "payments"."writer_balances"."cents" <> 0;