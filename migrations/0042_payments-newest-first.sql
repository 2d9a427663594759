CREATE INDEX "attempts_newest" ON "payments"."attempts" USING btree ("started_at","id");--> statement-breakpoint
CREATE INDEX "ledger_newest" ON "payments"."ledger_transactions" USING btree ("seq","id");--> statement-breakpoint
CREATE INDEX "provider_events_newest" ON "payments"."provider_events" USING btree ("received_at","id");--> statement-breakpoint
CREATE INDEX "refunds_newest" ON "payments"."refunds" USING btree ("created_at","id");