ALTER TABLE "orders"."orders" ADD COLUMN "writer_share" integer;--> statement-breakpoint
ALTER TABLE "payments"."ledger_transactions" ADD COLUMN "writer_id" uuid;--> statement-breakpoint
ALTER TABLE "writing"."writers" ADD COLUMN "grade" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "writing"."writers" ADD COLUMN "share_percent" integer;--> statement-breakpoint
ALTER TABLE "writing"."writers" ADD COLUMN "subjects" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "writing"."writers" ADD COLUMN "away_from" text;--> statement-breakpoint
ALTER TABLE "writing"."writers" ADD COLUMN "away_until" text;--> statement-breakpoint
ALTER TABLE "writing"."writers" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "ledger_writer" ON "payments"."ledger_transactions" USING btree ("writer_id","seq") WHERE "payments"."ledger_transactions"."writer_id" is not null;--> statement-breakpoint
UPDATE "orders"."orders" SET "writer_share" = coalesce((SELECT ("value" #>> '{}')::int FROM "platform"."settings" WHERE "key" = 'writing.share'), 50) WHERE "writer_id" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "payments"."ledger_transactions" DISABLE TRIGGER "ledger_transactions_keep";--> statement-breakpoint
UPDATE "payments"."ledger_transactions" t SET "writer_id" = o."writer_id" FROM "orders"."orders" o WHERE o."id" = t."order_id" AND EXISTS (SELECT 1 FROM "payments"."ledger_entries" e WHERE e."transaction_id" = t."id" AND e."account" = 'writer');--> statement-breakpoint
ALTER TABLE "payments"."ledger_transactions" ENABLE TRIGGER "ledger_transactions_keep";
