-- The setting `orders.life` is divided: what orders are promised becomes `orders.rules`, with the plan of two payments.
INSERT INTO "platform"."settings" ("key", "value", "version", "updated_at", "updated_by")
SELECT 'orders.rules',
  '{"longFromPages":20,"approvalUndoSeconds":60,"reviewDays":7,"longReviewDays":14,"unreachedDays":7,"revisionDays":14,"longRevisionDays":30,"revisionDuePercent":25,"revisionDueMinHours":24,"revisionDueMaxDays":7,"holdDays":7,"changeHours":24,"lateOfferHours":72,"restDays":14,"twoParts":{"fromCents":40000,"percent":30},"disputeAnswerHours":72,"disputeDecideDays":5,"decisionHours":72,"appealAloneHours":24,"disputeDays":30,"refund":{"unstartedPercent":100,"earlyPartPercent":50,"earlyUnopenedPercent":100,"earlyOpenedPercent":70,"lateHalfPercent":50,"missedPercent":100,"faultPercent":100,"creditDayPercent":5,"creditMaxPercent":50}}'::jsonb
    || coalesce((SELECT jsonb_object_agg("name", "one") FROM jsonb_each("life"."value") AS "parts"("name", "one") WHERE "name" IN ('longFromPages', 'approvalUndoSeconds', 'reviewDays', 'longReviewDays', 'unreachedDays', 'revisionDays', 'longRevisionDays', 'holdDays', 'changeHours', 'lateOfferHours', 'restDays', 'disputeAnswerHours', 'disputeDecideDays', 'decisionHours', 'appealAloneHours', 'disputeDays', 'refund')), '{}'::jsonb)
    || coalesce(jsonb_build_object('twoParts', "two"."value") - (CASE WHEN "two"."value" IS NULL THEN 'twoParts' ELSE '' END), '{}'::jsonb),
  greatest("life"."version", "two"."version"), greatest("life"."updated_at", "two"."updated_at"), coalesce("life"."updated_by", "two"."updated_by")
FROM (SELECT * FROM "platform"."settings" WHERE "key" = 'orders.life') AS "life"
FULL JOIN (SELECT * FROM "platform"."settings" WHERE "key" = 'payments.two-parts') AS "two" ON true;
--> statement-breakpoint
UPDATE "platform"."settings" SET "value" = "value" - '{longFromPages,approvalUndoSeconds,reviewDays,longReviewDays,unreachedDays,revisionDays,longRevisionDays,holdDays,changeHours,lateOfferHours,restDays,disputeAnswerHours,disputeDecideDays,decisionHours,appealAloneHours,disputeDays,refund}'::text[], "version" = "version" + 1 WHERE "key" = 'orders.life';
--> statement-breakpoint
DELETE FROM "platform"."settings" WHERE "key" = 'payments.two-parts';
--> statement-breakpoint
-- Running orders keep the values of this day.
ALTER TABLE "orders"."orders" ADD COLUMN "rules" jsonb;
--> statement-breakpoint
UPDATE "orders"."orders" SET "rules" = coalesce(
  (SELECT "value" FROM "platform"."settings" WHERE "key" = 'orders.rules'),
  '{"longFromPages":20,"approvalUndoSeconds":60,"reviewDays":7,"longReviewDays":14,"unreachedDays":7,"revisionDays":14,"longRevisionDays":30,"revisionDuePercent":25,"revisionDueMinHours":24,"revisionDueMaxDays":7,"holdDays":7,"changeHours":24,"lateOfferHours":72,"restDays":14,"twoParts":{"fromCents":40000,"percent":30},"disputeAnswerHours":72,"disputeDecideDays":5,"decisionHours":72,"appealAloneHours":24,"disputeDays":30,"refund":{"unstartedPercent":100,"earlyPartPercent":50,"earlyUnopenedPercent":100,"earlyOpenedPercent":70,"lateHalfPercent":50,"missedPercent":100,"faultPercent":100,"creditDayPercent":5,"creditMaxPercent":50}}'::jsonb
);
--> statement-breakpoint
ALTER TABLE "orders"."orders" ALTER COLUMN "rules" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "orders"."orders" ADD COLUMN "revision_due_at" timestamp with time zone;
--> statement-breakpoint
-- A quarter of the window from the payment to the deadline, 24 hours to 7 days, counted from the request.
UPDATE "orders"."orders" SET "revision_due_at" = "work_since" + greatest(interval '24 hours', least(interval '7 days',
  coalesce(("deadline" - "confirmed_at" - "paused_ms" * interval '1 millisecond') / 4, interval '7 days')))
WHERE "status" = 'revision_requested' AND "work_since" IS NOT NULL;
--> statement-breakpoint
UPDATE "orders"."orders" SET "writer_deadline" = "revision_due_at" - least(interval '24 hours', greatest(interval '1 hour', ("revision_due_at" - "work_since") / 10))
WHERE "status" = 'revision_requested' AND "writer_deadline" IS NOT NULL AND "revision_due_at" IS NOT NULL;
--> statement-breakpoint
ALTER TABLE "orders"."orders" ADD COLUMN "late_credit_cents" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
UPDATE "orders"."orders" AS "o" SET "late_credit_cents" = "credited"."cents"
FROM (
  SELECT "order_id", sum(coalesce(("detail"->>'refundCents')::bigint, 0) + coalesce(("detail"->>'waivedCents')::bigint, 0)) AS "cents"
  FROM "orders"."order_history" WHERE "action" = 'deliver' GROUP BY "order_id"
) AS "credited"
WHERE "credited"."order_id" = "o"."id" AND "credited"."cents" > 0;
