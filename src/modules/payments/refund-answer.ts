import { eq } from "drizzle-orm";
import { lockOrderForPayment, type Payable } from "#src/modules/orders/index.server.ts";
import type { Work } from "#src/platform/work.ts";
import { done, notFound, type Outcome } from "#src/shared/outcome.ts";
import { post, type RefundRow, readBooks } from "./books.ts";
import { issueDocument } from "./documents/issue.ts";
import type { PaymentEventName } from "./domain/event-names.ts";
import { refundSent } from "./domain/give-back.ts";
import { balancesOf, refundSurplus, refundTip } from "./domain/ledger.ts";
import type { RefundAnswer } from "./ports.ts";
import { shareOfOrder } from "./share-of-order.ts";
import { refunds } from "./tables.ts";
import { updatePaymentStatus } from "./update-payment-status.ts";

const askAgainMs = 600_000;

type RefundDetails = { method: string; arrival: string | null };

/** Records the result of a refund, once; the ledger is posted when the money has left. Locks order, then refund. */
export async function writeAnswer(
  work: Work,
  id: string,
  answer: RefundAnswer,
  details: RefundDetails,
): Promise<Outcome<RefundRow>> {
  const [seen] = await work.tx.select().from(refunds).where(eq(refunds.id, id));
  const order = seen && (await lockOrderForPayment(work, seen.orderId));
  if (!order) return notFound();
  const [refund] = await work.tx.select().from(refunds).where(eq(refunds.id, id)).for("update");
  if (!refund) return notFound();
  if (refund.state === "succeeded" || refund.state === "covered") return done(refund);
  if (answer.state === "succeeded") return finish(work, order, refund, answer, details);
  const failed = answer.state === "failed";
  const byHand = answer.state === "by_hand";
  await work.tx
    .update(refunds)
    .set({
      state: failed ? "failed" : byHand ? "by_hand" : "sent",
      reference: answer.reference,
      nextTryAt: failed || byHand ? null : new Date(work.now.getTime() + askAgainMs),
      error: failed ? (answer.reason ?? "The provider refused.") : null,
      ...(failed && { refusals: refund.refusals + 1 }),
    })
    .where(eq(refunds.id, id));
  if (failed) {
    work.audit({ action: "payments.refund-failed", subject: order.id, detail: { refund: id, reason: answer.reason } });
    work.emit({
      name: "payments.refund-failed" satisfies PaymentEventName,
      subject: id,
      payload: { orderId: order.id, cents: refund.cents },
    });
  }
  return done(refund);
}

async function finish(
  work: Work,
  order: Payable,
  refund: RefundRow,
  { reference }: RefundAnswer,
  { method, arrival }: RefundDetails,
): Promise<Outcome<RefundRow>> {
  const { id, cents, paidBy } = refund;
  await work.tx
    .update(refunds)
    .set({ state: "succeeded", endedAt: work.now, nextTryAt: null, reference, error: null })
    .where(eq(refunds.id, id));
  const share = await shareOfOrder(work.tx, order);
  const books = await readBooks(work.tx, order.id);
  const balances = balancesOf(books.ledger);
  const one =
    refund.kind === "surplus"
      ? refundSurplus(cents)
      : refund.kind === "tip"
        ? refundTip(cents, balances.writer)
        : refundSent(cents, balances, paidBy, share);
  if (refund.currency === order.currency) await post(work, order, one, `refund:${id}`);
  const issue = { kind: "credit-note", refundId: id, cents, currency: refund.currency, method } as const;
  const creditNote = refund.kind === "surplus" ? null : await issueDocument(work, order, issue);
  work.audit({ action: "payments.refunded", subject: order.id, detail: { refund: id, cents } });
  work.emit({
    name: "payments.refunded" satisfies PaymentEventName,
    subject: id,
    payload: { orderId: order.id, cents, method, arrival, creditNote },
  });
  const paymentStatus = await updatePaymentStatus(work, order, "refunded");
  return paymentStatus.ok ? done(refund) : paymentStatus;
}
