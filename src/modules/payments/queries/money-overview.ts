import { count, eq, inArray } from "drizzle-orm";
import type { z } from "zod";
import type { Page } from "#src/platform/database/cursor.ts";
import type { Database } from "#src/platform/database/database.ts";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { may } from "#src/shared/viewer.ts";
import type { AttemptRow, RefundRow } from "../books.ts";
import { openAttemptStates } from "../domain/charges.ts";
import { attempts, disputes, ledgerTransactions, providerEvents, refunds } from "../tables.ts";
import { type LedgerBalances, ledgerBalances } from "./ledger-balances.ts";
import {
  attemptPage,
  type DisputeShown,
  disputePage,
  type EventShown,
  eventFailed,
  eventPage,
  failedEventPage,
  type LedgerShown,
  ledgerPage,
  moneyStarts,
  refundPage,
} from "./money-lists.ts";

type AttemptShown = Pick<AttemptRow, "id" | "orderId" | "orderNumber" | "provider" | "state" | "cents" | "startedAt">;
type RefundShown = Pick<RefundRow, "id" | "orderId" | "cents" | "paidBy" | "reason" | "state" | "createdAt">;

/** The money of the whole installation, a page of each list, newest first. */
export type MoneyOverview = LedgerBalances & {
  counts: { ledger: number; openAttempts: number; failedEvents: number; refundsUnderWay: number; openDisputes: number };
  ledger: Page<LedgerShown>;
  attempts: Page<AttemptShown>;
  /** Events that could not be followed. */
  failed: Page<EventShown>;
  /** All others. */
  inbox: Page<EventShown>;
  refunds: Page<RefundShown>;
  disputes: Page<DisputeShown>;
  /** The number for people of every order named here. */
  numbers: Readonly<Record<string, string>>;
};

const underWay = inArray(refunds.state, ["waiting", "sent", "by_hand", "failed"]);

/** What stands on the payments page of the admin area; sums leave test orders out. For admins with money; refuses not-found. */
export const moneyOverview = query<z.infer<typeof moneyStarts>, MoneyOverview>("payments.overview", {
  input: moneyStarts,
  run: async ({ db, viewer }, starts) => {
    if (!may(viewer, "money")) return notFound();
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
      failed: await failedEventPage(db, starts.failed),
      inbox: await eventPage(db, starts.inbox),
      refunds: back,
      disputes: questioned,
      numbers: await numbersOf(db, named),
    });
  },
});

async function countsOf(db: Database): Promise<MoneyOverview["counts"]> {
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
