import { and, count, desc, eq, inArray, isNotNull, isNull, lt, notInArray } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#src/platform/database/database.ts";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { may } from "#src/shared/viewer.ts";
import type { AttemptRow, RefundRow } from "../books.ts";
import { openAttemptStates } from "../domain/charges.ts";
import type { Posting, TransactionKind } from "../domain/ledger.ts";
import { attempts, disputes, ledgerEntries, ledgerTransactions, providerEvents, refunds } from "../tables.ts";
import { type LedgerBalances, ledgerBalances } from "./ledger-balances.ts";

const most = 30;

type EventShown = Pick<
  typeof providerEvents.$inferSelect,
  "id" | "provider" | "type" | "receivedAt" | "processedAt" | "attempts" | "nextTryAt" | "error"
>;
type LedgerShown = {
  id: string /** Where the list goes on: older rows have less. */;
  seq: number;
  orderId: string;
  at: Date;
  kind: TransactionKind;
  postings: readonly Posting[];
};

/** The money of the whole installation, each list newest first and at most 30 long. */
export type MoneyOverview = LedgerBalances & {
  counts: { ledger: number; openAttempts: number; failedEvents: number; refundsUnderWay: number; openDisputes: number };
  ledger: readonly LedgerShown[];
  attempts: readonly Pick<
    AttemptRow,
    "id" | "orderId" | "orderNumber" | "provider" | "state" | "cents" | "startedAt"
  >[];
  /** Those that could not be followed first. */
  events: readonly EventShown[];
  refunds: readonly Pick<RefundRow, "id" | "orderId" | "cents" | "paidBy" | "reason" | "state" | "createdAt">[];
  disputes: readonly (typeof disputes.$inferSelect)[];
  /** The number for people of every order named here. */
  numbers: Readonly<Record<string, string>>;
};

const failed = and(isNull(providerEvents.processedAt), isNotNull(providerEvents.error));
const underWay = inArray(refunds.state, ["waiting", "sent", "by_hand", "failed"]);

/** `before`: ledger rows older than this one (`seq`). */
const input = z.strictObject({ before: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional() });

/** What stands on the payments page of the admin area; sums leave test orders out. For admins with money; refuses not-found. */
export const moneyOverview = query<z.infer<typeof input>, MoneyOverview>("payments.overview", {
  input,
  run: async ({ db, viewer }, { before }) => {
    if (!may(viewer, "money")) return notFound();
    const ledger = await newestLedger(db, before);
    const tried = await db.select().from(attempts).orderBy(desc(attempts.startedAt), desc(attempts.id)).limit(most);
    const back = await db.select().from(refunds).orderBy(desc(refunds.createdAt), desc(refunds.id)).limit(most);
    const questioned = await db.select().from(disputes).orderBy(desc(disputes.openedAt)).limit(most);
    const named = [...ledger, ...back, ...questioned].map(({ orderId }) => orderId);
    return done({
      ...(await ledgerBalances(db, { real: true })),
      counts: await countsOf(db),
      ledger,
      attempts: tried,
      events: await shownEvents(db),
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
    failedEvents: await one(db.select(all).from(providerEvents).where(failed)),
    refundsUnderWay: await one(db.select(all).from(refunds).where(underWay)),
    openDisputes: await one(db.select(all).from(disputes).where(eq(disputes.state, "open"))),
  };
}

async function newestLedger(db: Database, before: number | undefined): Promise<readonly LedgerShown[]> {
  const heads = await db
    .select()
    .from(ledgerTransactions)
    .where(before === undefined ? undefined : lt(ledgerTransactions.seq, before))
    .orderBy(desc(ledgerTransactions.seq))
    .limit(most);
  if (heads.length === 0) return [];
  const ids = heads.map(({ id }) => id);
  const entries = await db.select().from(ledgerEntries).where(inArray(ledgerEntries.transactionId, ids));
  const byHead = Map.groupBy(entries, ({ transactionId }) => transactionId);
  return heads.map(({ id, seq, orderId, at, kind }) => ({
    id,
    seq,
    orderId,
    at,
    kind,
    postings: (byHead.get(id) ?? []).map(({ account, cents }) => ({ account, cents })),
  }));
}

/** Bodies stay where they are: a page shows what an event was, not what it says. */
async function shownEvents(db: Database): Promise<readonly EventShown[]> {
  const { id, provider, type, receivedAt, processedAt, attempts: tries, nextTryAt, error } = providerEvents;
  const columns = { id, provider, type, receivedAt, processedAt, attempts: tries, nextTryAt, error };
  const stuck = await db.select(columns).from(providerEvents).where(failed).orderBy(desc(receivedAt)).limit(most);
  const known = stuck.map((one) => one.id);
  const others = await db
    .select(columns)
    .from(providerEvents)
    .where(known.length > 0 ? notInArray(id, known) : undefined)
    .orderBy(desc(receivedAt))
    .limit(most - stuck.length);
  return [...stuck, ...others];
}

async function numbersOf(db: Database, orderIds: readonly string[]): Promise<Record<string, string>> {
  if (orderIds.length === 0) return {};
  const rows = await db
    .selectDistinct({ id: attempts.orderId, number: attempts.orderNumber })
    .from(attempts)
    .where(inArray(attempts.orderId, [...new Set(orderIds)]));
  return Object.fromEntries(rows.map(({ id, number }) => [id, number]));
}
