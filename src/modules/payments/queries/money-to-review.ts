import { and, asc, count, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import { z } from "zod";
import { filesOf } from "#src/modules/files/index.server.ts";
import { endedOrders, orderNumbersOf, payoutOrders, waitingRefunds } from "#src/modules/orders/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { type Answer, query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { canManageMoney, canSeeWaitingMoney } from "../domain/policy.ts";
import { heldLeft, readLedgers, waitsForReview } from "../settling/books.ts";
import { ordersHolding } from "../settling/kept-sums.ts";
import { attempts, disputes, providerEvents, refunds, settlements } from "../tables.ts";
import { transferReceipts } from "../transfer/transfer-tables.ts";
import { keptBalances } from "./ledger-balances.ts";

const most = 50;

const reviewed = {
  ...{ id: settlements.id, orderId: settlements.orderId, cents: settlements.cents },
  ...{ provider: settlements.provider, at: settlements.at },
};
const sentBack = {
  ...{ id: refunds.id, orderId: refunds.orderId, cents: refunds.cents, state: refunds.state },
  ...{ error: refunds.error, createdAt: refunds.createdAt },
};

export type MoneyToReview = Answer<typeof moneyToReview>;

/** What waits for a person or did not work, oldest first, at most 50 of each; for admins with money. Refuses not-found. */
export const moneyToReview = query("payments.to-look-at", {
  input: z.strictObject({}),
  run: async ({ db, ctx, viewer }) => {
    if (!canManageMoney(viewer)) return notFound();
    const waiting = await waitingRefunds(ctx, {});
    const reviews = await db
      .select(reviewed)
      .from(settlements)
      .where(waitsForReview)
      .orderBy(asc(settlements.at))
      .limit(most);
    const open = await db
      .select(sentBack)
      .from(refunds)
      .where(inArray(refunds.state, ["failed", "by_hand"]))
      .orderBy(asc(refunds.createdAt))
      .limit(most);
    const held = await heldAfterEnd(db);
    const { id, provider, attempts, error, receivedAt, processedAt } = providerEvents;
    return done({
      /** Above the limit: they wait for a second admin, or for their time. */
      waiting: waiting.ok ? waiting.value : [],
      /** Money of another amount or currency than asked for: `returnReviewed` sends it back. */
      reviews,
      /** Refused, or to be sent by hand: `retryRefund`, `confirmRefundSent`. */
      refunds: open,
      /** Still held by orders that have ended: `returnHeld`. */
      held,
      /** Events that could not be followed yet; they are tried again by themselves. */
      events: await db
        .select({ id, provider, attempts, error, receivedAt })
        .from(providerEvents)
        .where(and(isNull(processedAt), isNotNull(error)))
        .orderBy(asc(receivedAt))
        .limit(most),
      /** What the orders are called, waiting refunds left out: these say it themselves. */
      orders: await payoutOrders(
        db,
        viewer,
        [...reviews, ...open, ...held].map(({ orderId }) => orderId),
      ),
    });
  },
});

type HeldAfterEnd = { orderId: string; cents: number; at: Date };

/** So many orders are looked at by one statement. */
const batch = 100;

/** Cancelled and refunded orders that still hold money which no refund promises, oldest first, at most 50. */
async function heldAfterEnd(db: Database): Promise<readonly HeldAfterEnd[]> {
  const found: HeldAfterEnd[] = [];
  for (let ended = await endedOrders(db, ordersHolding, batch); ended.length > 0; ) {
    found.push(...(await heldOf(db, ended)));
    if (found.length >= most || ended.length < batch) break;
    ended = await endedOrders(db, ordersHolding, batch, ended.at(-1));
  }
  return found.slice(0, most);
}

async function heldOf(db: Database, ended: Awaited<ReturnType<typeof endedOrders>>): Promise<HeldAfterEnd[]> {
  const ids = ended.map((order) => order.id);
  const ledgers = await readLedgers(db, ids);
  const asked = await db
    .select()
    .from(refunds)
    .where(inArray(refunds.orderId, ids))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
  const promised = Map.groupBy(asked, (refund) => refund.orderId);
  return ended
    .map(({ id: orderId, status, at }) => {
      const books = { ledger: ledgers.get(orderId) ?? [], refunds: promised.get(orderId) ?? [] };
      return { orderId, cents: heldLeft(status, books), at };
    })
    .filter(({ cents }) => cents > 0);
}

const [shown, mostCounted] = [50, 1_000];

/** Refunds that would be asked for now at their provider, the oldest first. Refuses not-found. */
export const refundsToSend = query("payments.refunds-to-send", {
  input: z.strictObject({}),
  run: async ({ db, viewer }) => {
    if (!canSeeWaitingMoney(viewer)) return notFound();
    const waiting = isNotNull(refunds.nextTryAt);
    const rows = await db.select().from(refunds).where(waiting).orderBy(asc(refunds.nextTryAt)).limit(shown);
    const first = db.select({ id: refunds.id }).from(refunds).where(waiting).limit(mostCounted).as("first");
    const [[counted], numbers] = await Promise.all([
      db.select({ all: count() }).from(first),
      orderNumbersOf(
        db,
        viewer,
        rows.map(({ orderId }) => orderId),
      ),
    ]);
    return done({
      all: counted?.all ?? 0,
      rows: rows.map(({ id, orderId, cents, createdAt: since }) => ({
        ...{ id, orderId, cents, since },
        number: numbers.get(orderId) ?? "",
      })),
    });
  },
});

const mostListed = 50;

/** Transfers that clients announced, the oldest first, with what has arrived of each. */
async function announced(db: Database) {
  const rows = await db
    .select({ id: attempts.id, orderId: attempts.orderId, cents: attempts.cents, since: attempts.startedAt })
    .from(attempts)
    .where(eq(attempts.state, "awaiting_transfer"))
    .orderBy(asc(attempts.startedAt), asc(attempts.id))
    .limit(mostListed);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const lines = await db
    .select({
      attemptId: transferReceipts.attemptId,
      cents: transferReceipts.cents,
      confirmedAt: transferReceipts.confirmedAt,
    })
    .from(transferReceipts)
    .where(inArray(transferReceipts.attemptId, ids));
  return rows.map((row) => {
    const mine = lines.filter(({ attemptId }) => attemptId === row.id);
    const arrived = mine.reduce((sum, { cents, confirmedAt }) => sum + (confirmedAt ? cents : 0), 0);
    return { ...row, arrivedCents: arrived, entered: mine.some(({ confirmedAt }) => confirmedAt === null) };
  });
}

export type MoneyToDo = Answer<typeof moneyToDo>;

/**
 * What waits for a person, at most 50 of a kind: as `moneyToReview`, with transfers that clients announced and open
 * disputes at banks. For admins with money; refuses not-found.
 */
export const moneyToDo = query("payments.to-do", {
  input: z.strictObject({}),
  run: async ({ db, ctx, viewer }) => {
    if (!canManageMoney(viewer)) return notFound();
    const review = await moneyToReview(ctx, {});
    if (!review.ok) return review;
    const transfers = await announced(db);
    const questioned = await db
      .select()
      .from(disputes)
      .where(eq(disputes.state, "open"))
      .orderBy(asc(disputes.openedAt))
      .limit(mostListed);
    const withProof = await filesOf(
      { db, viewer },
      { purpose: "proof", subjects: transfers.map((one) => one.orderId) },
    );
    const proven = new Set(withProof.map(({ subject }) => subject));
    return done({
      ...review.value,
      transfers: transfers.map((one) => ({ ...one, hasProof: proven.has(one.orderId) })),
      disputes: questioned,
      orders: new Map([
        ...review.value.orders,
        ...(await payoutOrders(
          db,
          viewer,
          [...transfers, ...questioned].map(({ orderId }) => orderId),
        )),
      ]),
    });
  },
});

/** The balance of every account without test orders, and which sentences of the ledger do not hold. Refuses not-found. */
export const moneySums = query("payments.sums", {
  input: z.strictObject({}),
  run: async ({ db, viewer }) => (canManageMoney(viewer) ? done(await keptBalances(db)) : notFound()),
});
