import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { lockOrderForPayment } from "#src/modules/orders/index.server.ts";
import { command } from "#src/platform/command.ts";
import { mustBeFresh } from "#src/platform/fresh.ts";
import type { Work } from "#src/platform/work.ts";
import { done, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { may, type Viewer } from "#src/shared/viewer.ts";
import { alignCharge } from "../align-charge.ts";
import { newAttempt } from "../attempt-rows.ts";
import type { RefundRow } from "../books.ts";
import { askForRefund, byHandProvider } from "../refund-rows.ts";
import { waitsForReview } from "../review.ts";
import { writeAnswer } from "../send-refunds.ts";
import { type Settled, settle } from "../settle.ts";
import { attempts, refunds, settlements } from "../tables.ts";

/** Foreign eyes learn nothing: the same words as for an unknown id. */
const forMoney = (viewer: Viewer): Outcome<null> => (may(viewer, "money") ? done(null) : notFound());

/** The same for money that leaves: a session that somebody else got hold of must not send it (security B5). */
const forMoneyBack = (work: Work): Outcome<null> => {
  const allowed = forMoney(work.viewer);
  return allowed.ok ? (mustBeFresh(work) ?? allowed) : allowed;
};

const transferInput = z.strictObject({
  orderId: z.string().max(64),
  cents: z.coerce.number().int().positive(),
  /** As the bank statement names it: the same one is never counted twice. */
  reference: z.string().trim().min(3, "Give the bank's reference.").max(140),
});

/**
 * An admin read the bank statement: money came outside of any provider. It goes through the same `settle`.
 * Refusals: not-found, conflict (nothing is owed, or the reference was used before; demo and test orders).
 */
export const confirmTransfer = command<z.infer<typeof transferInput>, Settled>("payments.confirm-transfer", {
  input: transferInput,
  run: async (work, { orderId, cents, reference }) => {
    const allowed = forMoney(work.viewer);
    if (!allowed.ok) return allowed;
    const order = await lockOrderForPayment(work, orderId);
    if (!order) return notFound();
    const charge = await alignCharge(work, order);
    if (!charge) return refuse("conflict", "No payment is open for this order.", { data: { status: order.status } });
    if (charge.cents !== cents)
      return refuse("conflict", "The amount is not what is owed for this order.", {
        data: { owedCents: charge.cents },
      });
    const [attempt] = await work.tx
      .insert(attempts)
      .values(newAttempt(charge, order, { provider: byHandProvider, startedAt: work.now, endsAt: work.now }))
      .onConflictDoNothing()
      .returning();
    if (!attempt) return refuse("conflict", "Somebody else is confirming this payment.");
    const payment = { transaction: reference, cents, currency: charge.currency, feeCents: 0, at: work.now };
    const settled = await settle(work, { attempt, payment, method: "Bank transfer", sandbox: false });
    if (settled.ok && settled.value.result === "duplicate")
      return refuse("conflict", "This reference was used for another payment before.");
    return settled;
  },
});

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
    const told = { method: "Bank transfer", arrival: "A bank transfer takes 1 to 3 working days." };
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
