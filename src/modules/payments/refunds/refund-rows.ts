import { eq } from "drizzle-orm";
import { lockOrderForPayment, type Payable } from "#src/modules/orders/index.server.ts";
import { newId } from "#src/platform/ids.ts";
import type { Work } from "#src/platform/work.ts";
import { done, notFound, type Outcome } from "#src/shared/outcome.ts";
import { shareOfOrder } from "../charges/order-to-pay.ts";
import { issueOnce } from "../documents/document-rows.ts";
import type { PaymentEventName } from "../domain/event-names.ts";
import { balancesOf, type PaidBy, refundSurplus, refundTip } from "../domain/ledger.ts";
import { refundSent, reversed } from "../domain/refund-postings.ts";
import type { RefundAnswer } from "../ports.ts";
import {
  type Books,
  post,
  postedFor,
  type RefundRow,
  readBooks,
  type SettlementRow,
  updatePaymentStatus,
} from "../settling/books.ts";
import { refunds } from "../tables.ts";

/** Bank transfers are confirmed and sent back by people. */
export const byHandProvider = "transfer";

/** States in which a person may still send it. */
export const refundToSend = ["by_hand", "waiting", "failed"] as const;

export const isUnsent = ({ state }: Pick<RefundRow, "state">): boolean => refundToSend.some((one) => one === state);

export type RefundAsk = {
  settlement: SettlementRow;
  kind: RefundRow["kind"];
  cents: number;
  paidBy: PaidBy;
  reason: string;
  cause: string;
};

/** Writes a refund that is to be sent; asked again with the same cause it is the same refund. */
export async function askForRefund(work: Work, ask: RefundAsk): Promise<void> {
  const { settlement, kind, cents, paidBy, reason, cause } = ask;
  const byHand = settlement.provider === byHandProvider;
  const made = await work.tx
    .insert(refunds)
    .values({
      id: newId(),
      orderId: settlement.orderId,
      settlementId: settlement.id,
      kind,
      cents,
      currency: settlement.currency,
      paidBy,
      reason,
      cause,
      state: byHand ? "by_hand" : "waiting",
      nextTryAt: byHand ? null : work.now,
      createdAt: work.now,
    })
    .onConflictDoNothing({ target: [refunds.cause, refunds.settlementId] })
    .returning({ id: refunds.id });
  for (const { id } of made) {
    work.audit({ action: "payments.refund-asked", subject: settlement.orderId, detail: { refund: id, kind, cents } });
    if (byHand)
      work.emit({
        name: "payments.account-asked" satisfies PaymentEventName,
        subject: id,
        payload: { orderId: settlement.orderId, cents },
      });
  }
}

type RefundPart = { settlement: SettlementRow; cents: number };

/**
 * Splits an amount over the payments that it came by, newest first, never more than what is left of each. What no
 * payment has left is not returned: nothing over what was paid ever goes back.
 */
export const refundParts = (cents: number, books: Pick<Books, "settlements" | "refunds">): readonly RefundPart[] => {
  const parts: RefundPart[] = [];
  let rest = cents;
  for (const settlement of books.settlements.toReversed()) {
    if (settlement.verdict !== "settle" || rest <= 0) continue;
    const gone = books.refunds
      .filter(({ settlementId }) => settlementId === settlement.id)
      .reduce((sum, one) => sum + one.cents, 0);
    const part = Math.min(rest, settlement.cents - gone);
    if (part <= 0) continue;
    parts.push({ settlement, cents: part });
    rest -= part;
  }
  return parts;
};

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
  if (failed) noteFailed(work, refund, answer);
  return done(refund);
}

/** A person has to look at it. */
function noteFailed(work: Work, { id, orderId, cents }: RefundRow, { reason }: RefundAnswer): void {
  work.audit({ action: "payments.refund-failed", subject: orderId, detail: { refund: id, reason } });
  work.emit({
    name: "payments.refund-failed" satisfies PaymentEventName,
    subject: id,
    payload: { orderId, cents },
  });
}

/** Each sending of a refund is a cause of its own: a returned one can be sent again. */
const causeOf = ({ id, refusals }: RefundRow): string => (refusals === 0 ? `refund:${id}` : `refund:${id}:${refusals}`);

/**
 * A refund that was booked as sent did not arrive: the provider has the money again. What was booked is turned round, so
 * that the money is held as before, and the refund waits for a person. The caller holds the order's lock.
 */
export async function returnRefund(
  work: Work,
  order: Payable,
  refund: RefundRow,
  answer: RefundAnswer,
): Promise<Outcome<RefundRow>> {
  const cause = causeOf(refund);
  // Before each sending had a cause of its own, all had the first one.
  const booked =
    (await postedFor(work.tx, order.id, cause)) ?? (await postedFor(work.tx, order.id, `refund:${refund.id}`));
  if (booked) await post(work, order, reversed(booked), cause);
  await work.tx
    .update(refunds)
    .set({
      state: "failed",
      endedAt: null,
      refusals: refund.refusals + 1,
      error: answer.reason ?? "The provider sent it, and it did not arrive.",
    })
    .where(eq(refunds.id, refund.id));
  noteFailed(work, refund, answer);
  const paymentStatus = await updatePaymentStatus(work, order, "refunded");
  return paymentStatus.ok ? done(refund) : paymentStatus;
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
  if (refund.currency === order.currency) await post(work, order, one, causeOf(refund));
  const issue = { kind: "credit-note", refundId: id, cents, currency: refund.currency, method } as const;
  const creditNote = refund.kind === "surplus" ? null : await issueOnce(work, order, issue);
  work.audit({ action: "payments.refunded", subject: order.id, detail: { refund: id, cents } });
  work.emit({
    name: "payments.refunded" satisfies PaymentEventName,
    subject: id,
    payload: { orderId: order.id, cents, method, arrival, creditNote },
  });
  const paymentStatus = await updatePaymentStatus(work, order, "refunded");
  return paymentStatus.ok ? done(refund) : paymentStatus;
}
