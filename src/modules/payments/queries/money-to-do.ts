import { asc, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { filesOf } from "#src/modules/files/index.server.ts";
import { payoutOrders } from "#src/modules/orders/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { type Answer, query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { canManageMoney } from "../domain/policy.ts";
import { attempts, disputes } from "../tables.ts";
import { transferReceipts } from "../transfer/transfer-tables.ts";
import { keptBalances } from "./ledger-balances.ts";
import { moneyToReview } from "./money-to-review.ts";

const most = 50;

/** Transfers that clients announced, the oldest first, with what has arrived of each. */
async function announced(db: Database) {
  const rows = await db
    .select({ id: attempts.id, orderId: attempts.orderId, cents: attempts.cents, since: attempts.startedAt })
    .from(attempts)
    .where(eq(attempts.state, "awaiting_transfer"))
    .orderBy(asc(attempts.startedAt), asc(attempts.id))
    .limit(most);
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
      .limit(most);
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
