ALTER TABLE "payments"."settlements" ADD COLUMN "payer_mark" text;--> statement-breakpoint
CREATE INDEX "settlements_payer" ON "payments"."settlements" USING btree ("payer_mark") WHERE "payments"."settlements"."payer_mark" is not null;--> statement-breakpoint
delete from platform.timers where kind = 'order.request-forget';
