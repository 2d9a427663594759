import { and, eq, notInArray } from "drizzle-orm";
import { lockOrderForPayment, type Payable, recordPayment } from "#src/modules/orders/index.server.ts";
import { discountCents } from "#src/modules/orders/index.ts";
import { newId } from "#src/platform/ids.ts";
import type { Work } from "#src/platform/work.ts";
import { done, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { alignCharges, closeAttempts, openCharge } from "../charges/align-charge.ts";
import { owedCents, transferWaitsUntil } from "../charges/order-to-pay.ts";
import { countParts, partsOf, returnParts } from "../charges/parts.ts";
import { markUsed } from "../codes/uses.ts";
import { issueDocument } from "../documents/document-rows.ts";
import { type ChargePurpose, checkReceipt, type Received } from "../domain/charges.ts";
import type { PaymentEventName } from "../domain/event-names.ts";
import { providerFee, settle as settleHeld, surplus, type Transaction, tip } from "../domain/ledger.ts";
import type { ProviderPayment } from "../ports.ts";
import { payerMark } from "../queries/shared-accounts.ts";
import { askForRefund } from "../refunds/refund-rows.ts";
import { attempts, charges, settlements } from "../tables.ts";
import { overMark } from "../transfer/transfer-books.ts";
import {
  type AttemptRow,
  type ChargeRow,
  paymentStatusFor,
  post,
  readBooks,
  type SettlementRow,
  updateOwed,
  updatePaymentStatus,
} from "./books.ts";

/** Money that a provider, or an admin who read the bank statement, says has come for an attempt. */
export type Receipt = {
  attempt: AttemptRow;
  payment: ProviderPayment;
  /** For receipts: "Card", "Practice payment". */
  method: string;
  /** The money is pretended: only demo and test orders may be settled with it. */
  sandbox: boolean;
  /** It may be a part of the amount, or more than it. */
  inParts?: boolean;
};
export type Settled = { orderId: string; result: "paid" | "duplicate" | "surplus" | "review" | "part" };

const ledgerCurrency = "USD";

/**
 * The only writer of "paid". Inside the caller's transaction: locks the order, stores the provider's
 * transaction once, compares amount and currency with the charge, posts to the ledger and updates the order. A second call for the
 * same transaction returns "duplicate". Money that nothing waits for is "surplus" and is refunded; another amount is
 * "review" and never paid, but where money may come in parts: those wait until they are the whole, and what is over it
 * goes back.
 */
export async function settle(work: Work, receipt: Receipt): Promise<Outcome<Settled>> {
  const order = await lockOrderForPayment(work, receipt.attempt.orderId);
  if (!order) return notFound();
  if (receipt.sandbox !== (work.ctx.runtime.mode === "demo" || order.test))
    return refuse("conflict", "Sandbox money and real orders do not mix.");
  await alignCharges(work, order);
  const [charge] = await work.tx.select().from(charges).where(eq(charges.id, receipt.attempt.chargeId));
  if (!charge) return notFound();
  const parts = receipt.inParts ? await partsOf(work.tx, charge.id) : null;
  const settlement = await store(work, receipt, charge, parts && sumOf(parts));
  if (!settlement) return done({ orderId: order.id, result: "duplicate" });
  await postReceipt(work, order, settlement);
  if (settlement.verdict !== "part")
    await work.tx
      .update(attempts)
      .set({ state: "succeeded", endedAt: work.now })
      .where(and(eq(attempts.id, receipt.attempt.id), notInArray(attempts.state, ["succeeded"])));
  noteReceipt(work, settlement, charge.purpose);
  if (settlement.verdict === "part")
    await noteMissing(work, order, receipt.attempt, charge.cents - sumOf(parts ?? []) - settlement.cents);
  const over = receipt.payment.cents - settlement.cents;
  if (over > 0) await storeOver(work, order, settlement, over);
  if (settlement.verdict === "settle" || settlement.verdict === "tip") {
    await countParts(work, order, settlement.verdict, parts ?? []);
    return confirm(work, order, charge, {
      currency: settlement.currency,
      method: settlement.method,
      cents: settlement.cents + sumOf(parts ?? []),
    });
  }
  if (settlement.verdict === "surplus") await refundSurplus(work, settlement);
  if (settlement.verdict === "review") await updateOwed(work, order);
  if (settlement.verdict === "part") {
    const waits = await awaitRest(work, order, receipt.attempt.id);
    if (!waits.ok) return waits;
  }
  return done({ orderId: order.id, result: settlement.verdict });
}

/** On receipts, where a promotion code took off all of the price. */
const byCode = { provider: "code", method: "Promotion code" } as const;

/**
 * A charge of nothing is settled without a provider: a promotion code took off all of the price. It is written like a
 * payment of 0.00, so that receipt, order page and books say how the order came to be paid. The caller holds the order's
 * lock and was asked for it by its client.
 */
export async function settleZeroCharge(work: Work, order: Payable, charge: ChargeRow): Promise<Outcome<Settled>> {
  if (charge.cents !== 0) throw new Error("This charge is one that money pays.");
  const { id: chargeId, currency } = charge;
  const row = { id: newId(), orderId: order.id, chargeId, ...byCode, transaction: chargeId, cents: 0, currency };
  await work.tx.insert(settlements).values({ ...row, verdict: "settle", at: work.now });
  work.audit({ action: "payments.nothing-due", subject: order.id, detail: { code: order.discount?.code } });
  return confirm(work, order, charge, { cents: 0, currency, method: byCode.method });
}

/**
 * The received parts of a transfer settle its charge: what is missing of it is stored on the charge, and the operator
 * pays it. The caller holds the order's lock and has asked whether so much may be accepted; one part at least has come.
 */
export async function settleShort(
  work: Work,
  order: Payable,
  charge: ChargeRow,
  parts: readonly SettlementRow[],
): Promise<Outcome<Settled>> {
  const last = parts.at(-1);
  const cents = sumOf(parts);
  if (!last || charge.purpose === "tip" || cents >= charge.cents) throw new Error("Nothing of this charge is missing.");
  const shortfallCents = charge.cents - cents;
  await work.tx.update(charges).set({ shortfallCents }).where(eq(charges.id, charge.id));
  noteReceipt(work, { ...last, cents, verdict: "settle" }, charge.purpose);
  await countParts(work, order, "settle", parts);
  const { currency, method } = last;
  return confirm(work, order, { ...charge, shortfallCents }, { cents, currency, method });
}

/** A part of a transfer has come: the order waits for the rest, whether the client announced it or not. */
async function awaitRest(work: Work, order: Payable, attemptId: string): Promise<Outcome<null>> {
  await work.tx
    .update(attempts)
    .set({ state: "awaiting_transfer", endedAt: null })
    .where(and(eq(attempts.id, attemptId), eq(attempts.state, "started")));
  return updatePaymentStatus(work, order, "awaiting");
}

const sumOf = (parts: readonly SettlementRow[]): number => parts.reduce((sum, { cents }) => sum + cents, 0);

/** The client is notified of what is still missing, and until when it is waited for. */
async function noteMissing(
  work: Work,
  order: Payable,
  { id, cents, reference }: AttemptRow,
  missingCents: number,
): Promise<void> {
  const waitsUntil = await transferWaitsUntil(work, order);
  work.emit({
    name: "payments.part-received" satisfies PaymentEventName,
    subject: newId(),
    payload: { orderId: order.id, attempt: id, cents, missingCents, reference, waitsUntil },
  });
}

/** What came over the whole amount is a payment of its own that goes back. */
async function storeOver(work: Work, order: Payable, { id: _, ...paid }: SettlementRow, cents: number): Promise<void> {
  const row = { ...paid, id: newId(), transaction: `${paid.transaction}${overMark}`, cents, feeCents: 0 };
  const [over] = await work.tx
    .insert(settlements)
    .values({ ...row, verdict: "surplus" })
    .returning();
  if (!over) throw new Error("The surplus was not written.");
  await postReceipt(work, order, over);
  noteReceipt(work, over, null);
  await refundSurplus(work, over);
}

/** The row of the provider's transaction; null when it was there before. */
async function store(
  work: Work,
  { attempt, payment, method }: Receipt,
  charge: ChargeRow,
  partsCents: number | null,
): Promise<SettlementRow | null> {
  const { transaction, cents: received, currency, feeCents, at, payer } = payment;
  const verdict = checkReceipt(charge, { cents: received, currency }, partsCents);
  const cents = verdict === "settle" || verdict === "tip" ? charge.cents - (partsCents ?? 0) : received;
  const [made] = await work.tx
    .insert(settlements)
    .values({
      id: newId(),
      orderId: attempt.orderId,
      chargeId: charge.id,
      attemptId: attempt.id,
      provider: attempt.provider,
      transaction,
      method,
      payerMark: payer ? payerMark(work.ctx.runtime, attempt.provider, payer) : null,
      cents,
      feeCents,
      currency,
      verdict,
      at,
    })
    .onConflictDoNothing({ target: [settlements.provider, settlements.transaction] })
    .returning();
  return made ?? null;
}

const postingOf = ({ verdict, cents }: SettlementRow): Transaction => {
  if (verdict === "settle") return settleHeld(cents);
  return verdict === "tip" ? tip(cents) : surplus(cents);
};

/** Money of another currency is not in this ledger; a person decides what to do with it. */
async function postReceipt(work: Work, order: Payable, one: SettlementRow): Promise<void> {
  if (one.currency !== ledgerCurrency) return;
  const cause = `settlement:${one.id}`;
  await post(work, order, postingOf(one), cause);
  await post(work, order, providerFee(one.feeCents), cause);
}

function noteReceipt(work: Work, one: SettlementRow, purpose: ChargePurpose | null): void {
  const { id, orderId, provider, method, cents, currency, verdict } = one;
  work.audit({
    action: `payments.${verdict}`,
    subject: orderId,
    detail: { settlement: id, provider, cents, currency },
  });
  const name =
    verdict === "settle" || verdict === "tip" ? ("payments.settled" satisfies PaymentEventName) : `payments.${verdict}`;
  work.emit({ name, subject: id, payload: { orderId, provider, method, cents, currency, purpose } });
}

async function confirm(
  work: Work,
  order: Payable,
  charge: ChargeRow,
  { cents, currency, method }: Received & { method: string },
): Promise<Outcome<Settled>> {
  await work.tx.update(charges).set({ state: "settled", endedAt: work.now }).where(eq(charges.id, charge.id));
  await closeAttempts(work, charge.id);
  await returnParts(work, charge.id, "The order was paid in another way.");
  const paid = { cents: charge.cents - charge.shortfallCents, currency, method };
  await issueDocument(work, order, { kind: "receipt", chargeId: charge.id, ...paid });
  const unpaidCents = charge.purpose === "first" ? await openRest(work, order, charge) : 0;
  if (order.discount?.ofCents === null) await markUsed(work, order.id);
  const recorded = await recordPayment(work, {
    orderId: order.id,
    paymentStatus: paymentStatusFor(order, await readBooks(work.tx, order.id)),
    event: "settled",
    ...paidFor(charge, { cents, currency }),
    unpaidCents,
    shortfallCents: charge.shortfallCents,
  });
  return recorded.ok ? done({ orderId: order.id, result: "paid" }) : recorded;
}

/** The second of two payments: what the first leaves of the price. */
async function openRest(work: Work, order: Payable, first: ChargeRow): Promise<number> {
  const cents = (owedCents(order) ?? first.cents) - first.cents;
  const rest = { cents, discountCents: discountCents(order) - first.discountCents };
  if (cents > 0) await openCharge(work, order, { purpose: "second", ...rest });
  return cents;
}

/** How a payment changes the order: a price confirms it, the rest opens the work, a change is made, a tip does nothing. */
const paidFor = ({ purpose, cents: asked, shortfallCents, currency }: ChargeRow, received: Received) => {
  const cents = asked - shortfallCents;
  if (purpose === "second") return { pays: "rest" as const };
  if (purpose === "change") return { pays: "change" as const };
  return purpose === "tip" ? {} : { paid: { ...received, charge: { cents, currency } } };
};

const refundSurplus = (work: Work, one: SettlementRow): Promise<void> =>
  askForRefund(work, {
    settlement: one,
    kind: "surplus",
    cents: one.cents,
    paidBy: "nobody",
    reason: "There was nothing to pay, so all of this payment goes back.",
    cause: `surplus:${one.id}`,
  });
