import { and, asc, eq, inArray, lte, sql } from "drizzle-orm";
import { lockOrderForPayment, type Payable } from "#src/modules/orders/index.server.ts";
import { inTransaction } from "#src/platform/command.ts";
import { type Runtime, systemCtx } from "#src/platform/runtime.ts";
import type { Work } from "#src/platform/work.ts";
import { done, notFound, type Outcome } from "#src/shared/outcome.ts";
import { hourSeconds, minuteMs } from "#src/shared/units.ts";
import { post, type RefundRow, readBooks } from "./books.ts";
import { issueDocument } from "./documents/issue.ts";
import type { PaymentEventName } from "./domain/event-names.ts";
import { refundSent } from "./domain/give-back.ts";
import { balancesOf, refundSurplus, refundTip } from "./domain/ledger.ts";
import { providerOf, type RefundAnswer } from "./ports.ts";
import { shareOfOrder } from "./share-of-order.ts";
import { attempts, refunds, settlements } from "./tables.ts";
import { updatePaymentStatus } from "./update-payment-status.ts";

const leaseMs = minuteMs;
const askAgainMs = 600_000;
const batch = 20;
const plus = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

/**
 * Sends every refund that is due, outside of any transaction, under its own id as the key: a crash between the provider
 * and our books repeats the same call. Returns how many it asked for.
 */
export async function sendDueRefunds(runtime: Runtime): Promise<number> {
  const due = await claimDue(runtime);
  for (const refund of due) await sendOne(runtime, refund);
  return due.length;
}

async function claimDue(runtime: Runtime): Promise<readonly RefundRow[]> {
  const now = runtime.clock();
  const ids = runtime.db
    .select({ id: refunds.id })
    .from(refunds)
    .where(lte(refunds.nextTryAt, now))
    .orderBy(asc(refunds.nextTryAt))
    .limit(batch)
    .for("update", { skipLocked: true });
  return runtime.db
    .update(refunds)
    .set({ nextTryAt: plus(now, leaseMs), attempts: sql`${refunds.attempts} + 1` })
    .where(and(inArray(refunds.id, ids), lte(refunds.nextTryAt, now)))
    .returning();
}

async function sendOne(runtime: Runtime, refund: RefundRow): Promise<void> {
  try {
    const [found] = await runtime.db
      .select({ settlement: settlements, reference: attempts.reference })
      .from(settlements)
      .leftJoin(attempts, eq(attempts.id, settlements.attemptId))
      .where(eq(settlements.id, refund.settlementId));
    if (!found) throw new Error("The payment of this refund is missing.");
    const { settlement, reference } = found;
    const provider = providerOf(runtime, settlement.provider);
    if (!provider) throw new Error(`The provider "${settlement.provider}" is not configured.`);
    const { id, cents, currency } = refund;
    const answer = await provider.refund({ id, transaction: settlement.transaction, reference, cents, currency });
    const written = await inTransaction(systemCtx(runtime, "payments.refunds"), (work) =>
      writeAnswer(work, id, answer, { method: settlement.method, arrival: provider.arrival }),
    );
    if (!written.ok) throw new Error(written.message);
  } catch (error) {
    await tryLater(runtime, refund, error);
  }
}

async function tryLater(runtime: Runtime, refund: RefundRow, error: unknown): Promise<void> {
  runtime.log.error({ err: error, refund: refund.id }, "a refund could not be sent");
  const wait = Math.min(hourSeconds, 5 * 2 ** Math.min(refund.attempts, 10)) * 1000;
  await runtime.db
    .update(refunds)
    .set({ nextTryAt: plus(runtime.clock(), wait), error: String(error).slice(0, 500) })
    .where(and(eq(refunds.id, refund.id), inArray(refunds.state, ["waiting", "sent"])));
}

type RefundDetails = { method: string; arrival: string | null };

/** Writes what became of a refund, once; the ledger hears of it when the money has left. Locks order, then refund. */
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
  if (!refund || refund.state === "succeeded") return refund ? done(refund) : notFound();
  if (answer.state === "succeeded") return finish(work, order, refund, answer, details);
  const failed = answer.state === "failed";
  const byHand = answer.state === "by_hand";
  await work.tx
    .update(refunds)
    .set({
      state: failed ? "failed" : byHand ? "by_hand" : "sent",
      reference: answer.reference,
      nextTryAt: failed || byHand ? null : plus(work.now, askAgainMs),
      error: failed ? (answer.reason ?? "The provider refused.") : null,
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
