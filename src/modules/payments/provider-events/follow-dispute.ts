import { and, asc, eq, inArray } from "drizzle-orm";
import { lockOrderForPayment, type Payable, recordPayment } from "#src/modules/orders/index.server.ts";
import { inTransaction } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import type { Work } from "#src/platform/work.ts";
import { done, notFound, type Outcome } from "#src/shared/outcome.ts";
import { providerCtx } from "../attempts/sync-attempt.ts";
import { shareOfOrder } from "../charges/order-to-pay.ts";
import type { PaymentEventName } from "../domain/event-names.ts";
import { balancesOf, type Transaction } from "../domain/ledger.ts";
import { chargeback, reversed, surplusChargeback } from "../domain/refund-postings.ts";
import type { PaymentProvider, ProviderDispute } from "../ports.ts";
import { lowerRefunds } from "../refunds/follow-refunds.ts";
import {
  ledgerToBe,
  paymentStatusFor,
  post,
  postedFor,
  readBooks,
  type SettlementRow,
  updatePaymentStatus,
} from "../settling/books.ts";
import { disputes, refunds, settlements } from "../tables.ts";

type DisputeRow = typeof disputes.$inferSelect;

/**
 * Asks the provider about a dispute and writes it down: an open one takes the money out of the ledger and freezes the
 * order (`chargeback` of the life cycle), one that ended thaws it, and won brings the money back. Each happens once. Throws when the provider cannot be reached or
 * the payment is not in our books yet.
 */
export async function followDispute(runtime: Runtime, provider: PaymentProvider, reference: string): Promise<void> {
  const dispute = await provider.dispute(reference);
  if (!dispute) return;
  const [settlement] = await runtime.db
    .select()
    .from(settlements)
    .where(and(eq(settlements.provider, provider.key), eq(settlements.transaction, dispute.transaction)));
  if (!settlement) throw new Error(`The payment ${dispute.transaction} of a dispute is not in the books.`);
  const written = await inTransaction(providerCtx(runtime, provider.key), (work) =>
    writeDispute(work, settlement, dispute),
  );
  if (!written.ok) throw new Error(written.message);
}

async function writeDispute(work: Work, settlement: SettlementRow, reported: ProviderDispute): Promise<Outcome<null>> {
  const order = await lockOrderForPayment(work, settlement.orderId);
  if (!order) return notFound();
  const row = await opened(work, order, settlement, reported);
  if (reported.state === "open" || row.state !== "open") return done(null);
  await ended(work, order, row, reported.state);
  return reported.state === "lost" ? lowerRefunds(work, settlement) : done(null);
}

/**
 * The row of the dispute. When it is new, the money leaves the ledger and the order is frozen; where it cannot be (it
 * is frozen already, or the payment was not for its price), admins are notified.
 */
async function opened(
  work: Work,
  order: Payable,
  settlement: SettlementRow,
  { reference, cents, currency, reason }: ProviderDispute,
): Promise<DisputeRow> {
  const { provider } = settlement;
  const same = and(eq(disputes.provider, provider), eq(disputes.reference, reference));
  const [known] = await work.tx.select().from(disputes).where(same);
  if (known) return known;
  const about = { orderId: order.id, settlementId: settlement.id, provider, reference, cents, currency, reason };
  const row = { ...about, id: newId(), state: "open" as const, followed: false, openedAt: work.now, endedAt: null };
  await work.tx.insert(disputes).values(row);
  const ofPrice = settlement.verdict === "settle" && currency === order.currency;
  await stopRefunds(work, order.id, ofPrice ? null : settlement.id);
  if (currency === order.currency) await post(work, order, await taken(work, order, settlement, cents), causeOf(row));
  const followed = ofPrice && (await freeze(work, order, row));
  work.audit({ action: "payments.dispute", subject: order.id, detail: { reference, cents, reason, frozen: followed } });
  if (!followed) await noteUnfollowed(work, order, row);
  return { ...row, followed };
}

const causeOf = ({ id }: Pick<DisputeRow, "id">): string => `dispute:${id}`;

async function taken(work: Work, order: Payable, { verdict }: SettlementRow, cents: number): Promise<Transaction> {
  const share = await shareOfOrder(work.tx, order);
  const books = await readBooks(work.tx, order.id);
  if (verdict === "settle") return chargeback(cents, balancesOf(ledgerToBe(books, share)), "operator", share);
  return surplusChargeback(cents, verdict === "tip" ? 0 : balancesOf(books.ledger).surplus);
}

/** The bank has taken the money itself: what has not left yet, of the order or of one payment, waits for a person. */
const stopRefunds = (work: Work, orderId: string, settlementId: string | null) =>
  work.tx
    .update(refunds)
    .set({ state: "failed", nextTryAt: null, error: "Stopped: the bank is looking at the payment." })
    .where(
      and(
        eq(refunds.orderId, orderId),
        settlementId === null ? undefined : eq(refunds.settlementId, settlementId),
        inArray(refunds.state, ["waiting", "by_hand"]),
      ),
    );

/** The order takes the step, if it can: its money stands still until the dispute ends. */
async function freeze(work: Work, order: Payable, { id, cents }: DisputeRow): Promise<boolean> {
  const paymentStatus = paymentStatusFor(order, await readBooks(work.tx, order.id));
  const recorded = await recordPayment(work, { orderId: order.id, paymentStatus, event: "chargeback", cents });
  if (recorded.ok) await work.tx.update(disputes).set({ followed: true }).where(eq(disputes.id, id));
  return recorded.ok;
}

async function noteUnfollowed(work: Work, order: Payable, { id, cents }: DisputeRow): Promise<void> {
  work.emit({
    name: "payments.dispute-unfollowed" satisfies PaymentEventName,
    subject: id,
    payload: { orderId: order.id, cents },
  });
  await writeStatus(work, order);
}

async function writeStatus(work: Work, order: Payable): Promise<void> {
  const written = await updatePaymentStatus(work, order, "refunded");
  if (!written.ok) throw new Error(written.message);
}

async function ended(work: Work, order: Payable, row: DisputeRow, state: "won" | "lost"): Promise<void> {
  const lost = state === "won" ? await postedFor(work.tx, order.id, causeOf(row)) : null;
  if (lost) await post(work, order, reversed(lost), `${causeOf(row)}:won`);
  await work.tx.update(disputes).set({ state, endedAt: work.now }).where(eq(disputes.id, row.id));
  work.audit({ action: "payments.dispute-ended", subject: order.id, detail: { reference: row.reference, state } });
  if (!row.followed) return writeStatus(work, order);
  const paymentStatus = paymentStatusFor(order, await readBooks(work.tx, order.id));
  const news = { orderId: order.id, paymentStatus, event: "chargeback-ended", cents: row.cents } as const;
  const thawed = (await recordPayment(work, { ...news, won: state === "won" })).ok;
  if (!thawed) {
    await work.tx.update(disputes).set({ followed: false }).where(eq(disputes.id, row.id));
    return writeStatus(work, order);
  }
  const next = await nextOpen(work, order.id);
  if (next) await freeze(work, order, next);
}

/** Another payment of the price that is questioned still: the order stays frozen for that one. */
async function nextOpen(work: Work, orderId: string): Promise<DisputeRow | null> {
  const [next] = await work.tx
    .select({ dispute: disputes })
    .from(disputes)
    .innerJoin(settlements, eq(settlements.id, disputes.settlementId))
    .where(and(eq(disputes.orderId, orderId), eq(disputes.state, "open"), eq(settlements.verdict, "settle")))
    .orderBy(asc(disputes.openedAt), asc(disputes.id))
    .limit(1);
  return next?.dispute ?? null;
}
