import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { isParty, lockOrderForPayment, ownOrderRefusal, type Payable } from "#src/modules/orders/index.server.ts";
import { command } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import { parseInput } from "#src/platform/input.ts";
import type { Ctx, Runtime } from "#src/platform/runtime.ts";
import type { Work } from "#src/platform/work.ts";
import { mustBeFresh } from "#src/platform/work.ts";
import { formatUsd } from "#src/shared/money.ts";
import { done, notFound, type Outcome, type Refusal, refuse } from "#src/shared/outcome.ts";
import type { PaymentEventName } from "../domain/event-names.ts";
import { canManageMoney } from "../domain/policy.ts";
import { providerOf } from "../ports.ts";
import { followRefunds, leftOf } from "../refunds/follow-refunds.ts";
import { askForRefund, type RefundAsk, refundParts, writeAnswer } from "../refunds/refund-rows.ts";
import { heldLeft, type RefundRow, readBooks, waitsForReview } from "../settling/books.ts";
import { refunds, settlements } from "../tables.ts";
import { transferArrival, transferName } from "../transfer/provider.ts";
import { accountPause, dropAccount } from "../transfer/refund-account.ts";
import { noteSent } from "../transfer/transfer-books.ts";

/** The order, locked; nobody sends money of an own order. */
async function lockOther(work: Work, orderId: string): Promise<Outcome<Payable>> {
  const order = await lockOrderForPayment(work, orderId);
  if (!order) return notFound();
  return isParty(order, work.viewer) ? ownOrderRefusal() : done(order);
}

/**
 * Foreign eyes learn nothing: the same words as for an unknown id. A session that somebody else got hold of must not
 * send money.
 */
const forMoneyBack = (work: Work): Outcome<null> =>
  canManageMoney(work.viewer) ? (mustBeFresh(work) ?? done(null)) : notFound();

const refundInput = z.strictObject({ refundId: z.uuid(), reference: z.string().trim().max(140).default("") });

const confirmSent = command<z.infer<typeof refundInput>, RefundRow>("payments.confirm-refund-sent", {
  input: refundInput,
  run: async (work, { refundId, reference }) => {
    const allowed = forMoneyBack(work);
    if (!allowed.ok) return allowed;
    const [seen] = await work.tx.select().from(refunds).where(eq(refunds.id, refundId));
    const order = seen ? await lockOther(work, seen.orderId) : notFound();
    if (!order.ok) return order;
    const [refund] = await work.tx.select().from(refunds).where(eq(refunds.id, refundId));
    if (refund?.state !== "by_hand" && refund?.state !== "failed")
      return refuse("conflict", "This refund is sent by the payment provider.", { data: { state: refund?.state } });
    const paused = await accountPause(work, refundId);
    if (paused) return paused;
    const short = await notAllLeft(work, refund);
    if (short) return short;
    await noteSent(work, refund, reference || null);
    await dropAccount(work, refundId);
    const channel = { method: transferName, arrival: transferArrival };
    return writeAnswer(work, refundId, { state: "succeeded", reference: reference || null }, channel);
  },
});

/**
 * An admin sent a refund by hand, or in another way after the provider refused. The provider is asked first what went
 * back there: no more than what is left is ever booked. Refusals: not-found, conflict, step-up.
 */
export async function confirmRefundSent(ctx: Ctx, raw: unknown): Promise<Outcome<RefundRow>> {
  const asked = parseInput(refundInput, raw);
  const before =
    asked.ok && canManageMoney(ctx.viewer) ? await refundNow(ctx.runtime, asked.value.refundId) : undefined;
  if (!before) return confirmSent(ctx, raw);
  await askWhatWentBack(ctx.runtime, before);
  const now = await refundNow(ctx.runtime, before.id);
  if (now && now.cents !== before.cents)
    return refuse(
      "conflict",
      now.cents === 0
        ? "All of this payment went back at the payment provider. Nothing is left to send."
        : `A part of this payment went back at the payment provider. ${formatUsd(now.cents)} is left, and we ask the provider for it again. Look at the refund before you send money.`,
    );
  return confirmSent(ctx, raw);
}

const refundNow = async ({ db }: Runtime, id: string): Promise<RefundRow | undefined> =>
  (await db.select().from(refunds).where(eq(refunds.id, id)))[0];

/** Where the provider does not answer, what our books know has to do. */
async function askWhatWentBack(runtime: Runtime, { settlementId, id }: RefundRow): Promise<void> {
  const [paid] = await runtime.db.select().from(settlements).where(eq(settlements.id, settlementId));
  const provider = paid && providerOf(runtime, paid.provider);
  if (!provider) return;
  await followRefunds(runtime, provider, paid.transaction).catch((err: unknown) =>
    runtime.log.warn({ err, refund: id }, "a provider could not be asked what went back"),
  );
}

/** Why this refund cannot leave: the bank looks at its payment, or less than its amount is left. Null: it can. */
async function notAllLeft(work: Work, refund: RefundRow): Promise<Refusal | null> {
  const [paid] = await work.tx.select().from(settlements).where(eq(settlements.id, refund.settlementId));
  const left = paid && (await leftOf(work.tx, paid));
  if (!left) return notFound();
  if (left.questioned)
    return refuse("conflict", "The bank is looking at this payment. Nothing can go back until it decides.");
  return refund.cents > left.cents
    ? refuse("conflict", `Only ${formatUsd(left.cents)} of this payment is left. More cannot go back.`)
    : null;
}

/**
 * Asks the provider once more for a refund that it refused; no more is asked for than is left of the payment.
 * Refusals: not-found, conflict, step-up.
 */
export const retryRefund = command<{ refundId: string }, null>("payments.retry-refund", {
  input: z.strictObject({ refundId: z.uuid() }),
  run: async (work, { refundId }) => {
    const allowed = forMoneyBack(work);
    if (!allowed.ok) return allowed;
    const failed = and(eq(refunds.id, refundId), eq(refunds.state, "failed"));
    const [refund] = await work.tx.select().from(refunds).where(failed).for("update");
    if (!refund) return refuse("conflict", "This refund has not failed.");
    const order = await lockOther(work, refund.orderId);
    if (!order.ok) return order;
    const [paid] = await work.tx.select().from(settlements).where(eq(settlements.id, refund.settlementId));
    if (paid && (await leftOf(work.tx, paid)).questioned)
      return refuse("conflict", "The bank is looking at this payment. Nothing can go back until it decides.");
    await work.tx.update(refunds).set({ state: "waiting", nextTryAt: work.now, error: null }).where(failed);
    work.audit({ action: "payments.refund-retried", subject: refund.orderId, detail: { refund: refundId } });
    return done(null);
  },
});

/**
 * Sends back what an ended order still holds and no refund promises. Refusals: not-found, step-up, conflict (nothing is
 * held, the order runs, or the bank looks at it).
 */
export const returnHeld = command<{ orderId: string }, null>("payments.return-held", {
  input: z.strictObject({ orderId: z.uuid() }),
  run: async (work, { orderId }) => {
    const allowed = forMoneyBack(work);
    if (!allowed.ok) return allowed;
    const order = await lockOther(work, orderId);
    if (!order.ok) return order;
    const { id, status } = order.value;
    const books = await readBooks(work.tx, id);
    const parts = refundParts(heldLeft(status, books), books);
    if (parts.length === 0) return refuse("conflict", "We hold no money for this order that could be sent back.");
    const ask = {
      kind: "order",
      paidBy: "nobody",
      reason: "Money that we still held for the ended order.",
      cause: `held:${newId()}`,
    };
    for (const part of parts) await askForRefund(work, { ...part, ...ask } as RefundAsk);
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
    if (!one) return refuse("conflict", "This payment does not wait for a decision.");
    const order = await lockOther(work, one.orderId);
    if (!order.ok) return order;
    const reason = "The amount was not the amount due, so all of it goes back.";
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

/**
 * The account that a client named for a refund is wrong: it goes, and the client is asked for another one. Refusals:
 * not-found, step-up, forbidden (the own order), conflict (none was named).
 */
export const askForAccountAgain = command<{ refundId: string }, null>("payments.ask-account-again", {
  input: z.strictObject({ refundId: z.uuid() }),
  run: async (work, { refundId }) => {
    const allowed = forMoneyBack(work);
    if (!allowed.ok) return allowed;
    const [refund] = await work.tx.select().from(refunds).where(eq(refunds.id, refundId));
    const order = refund ? await lockOther(work, refund.orderId) : notFound();
    if (!order.ok) return order;
    if (!(await dropAccount(work, refundId)))
      return refuse("conflict", "The client has given no account for this refund.");
    work.emit({
      name: "payments.account-asked" satisfies PaymentEventName,
      subject: refundId,
      payload: { orderId: order.value.id, cents: refund?.cents },
    });
    work.audit({ action: "payments.refund-account-dropped", subject: order.value.id, detail: { refund: refundId } });
    return done(null);
  },
});
