import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { mustBeFresh } from "#src/platform/fresh.ts";
import type { Work } from "#src/platform/work.ts";
import { done, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import type { RefundRow } from "../books.ts";
import { canManageMoney } from "../domain/policy.ts";
import { askForRefund } from "../refund-rows.ts";
import { waitsForReview } from "../review.ts";
import { writeAnswer } from "../send-refunds.ts";
import { refunds, settlements } from "../tables.ts";
import { noteSent } from "../transfer/books.ts";
import { transferArrival, transferName } from "../transfer/provider.ts";
import { dropAccount } from "../transfer/refund-account.ts";

/**
 * Foreign eyes learn nothing: the same words as for an unknown id. A session that somebody else got hold of must not
 * send money.
 */
const forMoneyBack = (work: Work): Outcome<null> =>
  canManageMoney(work.viewer) ? (mustBeFresh(work) ?? done(null)) : notFound();

const refundInput = z.strictObject({ refundId: z.uuid(), reference: z.string().trim().max(140).default("") });

/** An admin sent a refund by hand, or in another way after the provider refused. Refusals: not-found, conflict, step-up. */
export const confirmRefundSent = command<z.infer<typeof refundInput>, RefundRow>("payments.confirm-refund-sent", {
  input: refundInput,
  run: async (work, { refundId, reference }) => {
    const allowed = forMoneyBack(work);
    if (!allowed.ok) return allowed;
    const [refund] = await work.tx.select().from(refunds).where(eq(refunds.id, refundId));
    if (!refund) return notFound();
    if (refund.state !== "by_hand" && refund.state !== "failed")
      return refuse("conflict", "This refund is sent by the payment provider.", { data: { state: refund.state } });
    await noteSent(work, refund, reference || null);
    await dropAccount(work, refundId);
    const told = { method: transferName, arrival: transferArrival };
    return writeAnswer(work, refundId, { state: "succeeded", reference: reference || null }, told);
  },
});

/** Asks the provider once more for a refund that it refused. Refusals: not-found, conflict, step-up. */
export const retryRefund = command<{ refundId: string }, null>("payments.retry-refund", {
  input: z.strictObject({ refundId: z.uuid() }),
  run: async (work, { refundId }) => {
    const allowed = forMoneyBack(work);
    if (!allowed.ok) return allowed;
    const again = await work.tx
      .update(refunds)
      .set({ state: "waiting", nextTryAt: work.now, error: null })
      .where(and(eq(refunds.id, refundId), inArray(refunds.state, ["failed"])))
      .returning({ orderId: refunds.orderId });
    if (!again[0]) return refuse("conflict", "This refund is not one that failed.");
    work.audit({ action: "payments.refund-retried", subject: again[0].orderId, detail: { refund: refundId } });
    return done(null);
  },
});

/** Money under review goes back to where it came from. Refusals: not-found, conflict, step-up. */
export const returnReviewed = command<{ settlementId: string }, null>("payments.return-reviewed", {
  input: z.strictObject({ settlementId: z.uuid() }),
  run: async (work, { settlementId }) => {
    const allowed = forMoneyBack(work);
    if (!allowed.ok) return allowed;
    const [one] = await work.tx
      .update(settlements)
      .set({ reviewedAt: work.now })
      .where(and(eq(settlements.id, settlementId), waitsForReview))
      .returning();
    if (!one) return refuse("conflict", "This payment is not waiting for a look.");
    const reason = "The amount was not what was asked for, so all of it goes back.";
    await askForRefund(work, {
      settlement: one,
      kind: "surplus",
      cents: one.cents,
      paidBy: "nobody",
      reason,
      cause: `review:${one.id}`,
    });
    return done(null);
  },
});
