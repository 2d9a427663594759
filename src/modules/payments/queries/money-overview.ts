import { count, eq, inArray } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { type Answer, query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { openAttemptStates } from "../domain/charges.ts";
import { canManageMoney } from "../domain/policy.ts";
import { attempts, disputes, ledgerTransactions, providerEvents, refunds } from "../tables.ts";
import { ledgerBalances } from "./ledger-balances.ts";
import {
  attemptPage,
  disputePage,
  eventFailed,
  eventPage,
  failedEventPage,
  ledgerPage,
  moneyStarts,
  refundPage,
} from "./money-lists.ts";

/** The money of the whole installation, a page of each list, newest first. */
export type MoneyOverview = Answer<typeof moneyOverview>;

const underWay = inArray(refunds.state, ["waiting", "sent", "by_hand", "failed"]);

/** What stands on the payments page of the admin area; sums leave test orders out. For admins with money; refuses not-found. */
export const moneyOverview = query("payments.overview", {
  input: moneyStarts,
  run: async ({ db, viewer }, starts) => {
    if (!canManageMoney(viewer)) return notFound();
    const [ledger, back, questioned] = await Promise.all([
      ledgerPage(db, starts.ledger),
      refundPage(db, starts.refunds),
      disputePage(db, starts.disputes),
    ]);
    const named = [...ledger.rows, ...back.rows, ...questioned.rows].map(({ orderId }) => orderId);
    return done({
      ...(await ledgerBalances(db, { real: true })),
      counts: await countsOf(db),
      ledger,
      attempts: await attemptPage(db, starts.attempts),
      /** Events that could not be followed. */
      failed: await failedEventPage(db, starts.failed),
      /** All others. */
      inbox: await eventPage(db, starts.inbox),
      refunds: back,
      disputes: questioned,
      /** The number for people of every order named here. */
      numbers: await numbersOf(db, named),
    });
  },
});

async function countsOf(db: Database) {
  const one = async (rows: Promise<{ all: number }[]>): Promise<number> => (await rows)[0]?.all ?? 0;
  const all = { all: count() };
  const open = inArray(attempts.state, [...openAttemptStates]);
  return {
    ledger: await one(db.select(all).from(ledgerTransactions)),
    openAttempts: await one(db.select(all).from(attempts).where(open)),
    failedEvents: await one(db.select(all).from(providerEvents).where(eventFailed)),
    refundsUnderWay: await one(db.select(all).from(refunds).where(underWay)),
    openDisputes: await one(db.select(all).from(disputes).where(eq(disputes.state, "open"))),
  };
}

async function numbersOf(db: Database, orderIds: readonly string[]): Promise<Record<string, string>> {
  if (orderIds.length === 0) return {};
  const rows = await db
    .selectDistinct({ id: attempts.orderId, number: attempts.orderNumber })
    .from(attempts)
    .where(inArray(attempts.orderId, [...new Set(orderIds)]));
  return Object.fromEntries(rows.map(({ id, number }) => [id, number]));
}
