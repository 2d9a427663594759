import { and, asc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { countMoney } from "#src/modules/accounts/index.server.ts";
import { type Payable, type PaymentNews, recordPayment } from "#src/modules/orders/index.server.ts";
import type { OrderStatus } from "#src/modules/orders/index.ts";
import type { Database } from "#src/platform/database/database.ts";
import { newId } from "#src/platform/ids.ts";
import type { Work } from "#src/platform/work.ts";
import { done, type Outcome } from "#src/shared/outcome.ts";
import type { OrderToPay } from "../charges/order-to-pay.ts";
import { type Borne, borneWhileHeld, type Owned } from "../domain/earnings.ts";
import { balancesOf, customerMoney, type Posting, type Transaction } from "../domain/ledger.ts";
import { paymentStatusOf } from "../domain/payment-status.ts";
import { refundSent } from "../domain/refund-postings.ts";
import { attempts, charges, ledgerEntries, ledgerTransactions, refunds, settlements } from "../tables.ts";
import { addToBalances, addToHeld } from "./kept-sums.ts";

export type ChargeRow = typeof charges.$inferSelect;
export type AttemptRow = typeof attempts.$inferSelect;
export type SettlementRow = typeof settlements.$inferSelect;
export type RefundRow = typeof refunds.$inferSelect;

/** All that is written about the money of one order, each list oldest first. */
export type Books = {
  charges: readonly ChargeRow[];
  attempts: readonly AttemptRow[];
  settlements: readonly SettlementRow[];
  refunds: readonly RefundRow[];
  ledger: readonly Transaction[];
};

export async function readBooks(db: Database, orderId: string): Promise<Books> {
  return {
    charges: await db
      .select()
      .from(charges)
      .where(eq(charges.orderId, orderId))
      .orderBy(asc(charges.createdAt), asc(charges.id)),
    attempts: await db
      .select()
      .from(attempts)
      .where(eq(attempts.orderId, orderId))
      .orderBy(asc(attempts.startedAt), asc(attempts.id)),
    settlements: await db
      .select()
      .from(settlements)
      .where(eq(settlements.orderId, orderId))
      .orderBy(asc(settlements.at), asc(settlements.id)),
    refunds: await db
      .select()
      .from(refunds)
      .where(eq(refunds.orderId, orderId))
      .orderBy(asc(refunds.createdAt), asc(refunds.id)),
    ledger: (await readLedgers(db, [orderId])).get(orderId) ?? [],
  };
}

/** A transaction with when it was written, and whose money it moved on the account "writer". */
export type Written = Owned & { at: Date };

/** The ledgers of these orders, each in the order of writing; `which`: only such transactions. */
export async function readLedgers(
  db: Database,
  orderIds: readonly string[],
  which?: SQL,
): Promise<ReadonlyMap<string, readonly Written[]>> {
  if (orderIds.length === 0) return new Map();
  const heads = ledgerTransactions;
  const rows = await db
    .select({ head: heads, account: ledgerEntries.account, cents: ledgerEntries.cents })
    .from(heads)
    .innerJoin(ledgerEntries, eq(ledgerEntries.transactionId, heads.id))
    .where(and(inArray(heads.orderId, [...orderIds]), which))
    .orderBy(asc(heads.seq));
  const ledgers = new Map<string, Written[]>();
  for (const parts of Map.groupBy(rows, ({ head }) => head.id).values()) {
    const head = parts[0]?.head;
    if (!head) continue;
    const { orderId, kind, paidBy, writerId, at } = head;
    const written = { kind, paidBy, writerId, at, postings: parts.map(asPosting) };
    ledgers.set(orderId, [...(ledgers.get(orderId) ?? []), written]);
  }
  return ledgers;
}

const asPosting = ({ account, cents }: Posting): Posting => ({ account, cents });

/** The transaction of an order that had this cause; null where nothing moved. */
export const postedFor = async (db: Database, orderId: string, cause: string): Promise<Transaction | null> =>
  (await readLedgers(db, [orderId], eq(ledgerTransactions.cause, cause))).get(orderId)?.[0] ?? null;

/** What writers and the operator bore of money that went back while it was held, by order; orders without any are missing. */
export async function borneOfOrders(db: Database, orderIds: readonly string[]): Promise<ReadonlyMap<string, Borne>> {
  // In the words of the index of such transactions.
  const ledgers = await readLedgers(db, orderIds, sql`${ledgerTransactions.paidBy} in ('writer', 'operator')`);
  return new Map([...ledgers].map(([id, ledger]) => [id, borneWhileHeld(ledger)]));
}

/**
 * Writes a transaction, and what it moves into what the order holds, the figures of customers and the balances of
 * writers; one that moves nothing is not written. The same cause never posts the same kind twice.
 */
export async function post(
  work: Work,
  order: Pick<OrderToPay, "id" | "test" | "demo" | "clientId" | "writerId">,
  one: Transaction,
  cause: string,
): Promise<void> {
  if (one.postings.length === 0) return;
  const id = newId();
  const { test, demo } = order;
  const writerId = one.postings.some(({ account }) => account === "writer") ? order.writerId : null;
  await work.tx
    .insert(ledgerTransactions)
    .values({ id, orderId: order.id, kind: one.kind, paidBy: one.paidBy, cause, writerId, test, demo, at: work.now });
  await work.tx
    .insert(ledgerEntries)
    .values(one.postings.map(({ account, cents }) => ({ transactionId: id, account, cents, demo })));
  const moved = balancesOf([one]);
  await addToHeld(work.tx, { orderId: order.id, cents: moved.held, demo });
  if (test) return;
  await countMoney(work.tx, order.clientId, customerMoney(one));
  if (writerId) await addToBalances(work.tx, [{ writerId, orderId: order.id, cents: moved.writer, demo }]);
}

/** What was moved, and what was promised to be. */
type Promised = Pick<Books, "ledger" | "refunds">;

/**
 * The ledger as it will stand when every refund that is under way has arrived: what a later step may still move.
 * Refunds are written when the provider has sent them, but the money is promised from the moment of the decision; what
 * a bank or a provider took meanwhile may leave less than was promised.
 */
export function ledgerToBe(books: Promised, sharePercent: number): readonly Transaction[] {
  const ledger = [...books.ledger];
  for (const { kind, state, cents, paidBy } of books.refunds)
    if (kind === "order" && state !== "succeeded")
      ledger.push(refundSent(cents, balancesOf(ledger), paidBy, sharePercent));
  return ledger;
}

const noMoneyMoves: readonly OrderStatus[] = ["cancelled", "refunded"];

/** What an order that has ended still holds, beyond the refunds that are promised, in cents; 0 for one that runs. */
export const heldLeft = (status: OrderStatus, books: Promised): number =>
  noMoneyMoves.includes(status) ? Math.max(0, balancesOf(ledgerToBe(books, 0)).held) : 0;

export const waitsForReview = and(eq(settlements.verdict, "review"), isNull(settlements.reviewedAt));

/** Has money come for this order that a person must look at first? */
export async function underReview(db: Database, orderId: string): Promise<boolean> {
  const [one] = await db
    .select({ id: settlements.id })
    .from(settlements)
    .where(and(eq(settlements.orderId, orderId), waitsForReview))
    .limit(1);
  return one !== undefined;
}

type PlainEvent = Extract<PaymentNews["event"], "awaiting" | "failed" | "refunded" | "released" | "void">;

/** The one payment word of an order, from its books as they stand in this transaction. */
export const paymentStatusFor = (order: Pick<Payable, "status">, books: Books) =>
  paymentStatusOf({
    cancelled: order.status === "cancelled",
    charges: books.charges,
    attempts: books.attempts,
    ledger: books.ledger,
  });

/**
 * Writes the word to the order when it has changed, and always that a transfer is waited for: on a running order that
 * changes no word. The caller holds the order's lock. */
export async function updatePaymentStatus(work: Work, order: Payable, event: PlainEvent): Promise<Outcome<null>> {
  const paymentStatus = paymentStatusFor(order, await readBooks(work.tx, order.id));
  const recorded = await recordPayment(work, { orderId: order.id, paymentStatus, event });
  return recorded.ok ? done(null) : recorded;
}

/** The same where charges were opened or voided, or attempts at them begun or closed, and no money moved. */
export async function updateOwed(work: Work, order: Payable): Promise<void> {
  const books = await readBooks(work.tx, order.id);
  const open = new Set(books.charges.filter(({ state }) => state === "open").map(({ id }) => id));
  const recorded = await recordPayment(work, {
    orderId: order.id,
    paymentStatus: paymentStatusFor(order, books),
    event: "owed",
    transferWaits: books.attempts.some((one) => one.state === "awaiting_transfer" && open.has(one.chargeId)),
  });
  if (!recorded.ok) throw new Error(recorded.message);
}
