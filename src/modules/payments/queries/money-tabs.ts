import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { type Answer, query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { type AttemptState, openAttemptStates } from "../domain/charges.ts";
import { ledgerGroups } from "../domain/ledger-labels.ts";
import { canManageMoney } from "../domain/policy.ts";
import type { RefundRow } from "../settling/books.ts";
import { readQuarters } from "../settling/ledger-sums.ts";
import { attempts, ledgerEntries, ledgerTransactions, refunds, settlements, type Verdict } from "../tables.ts";
import { isOneOf, type MoneySource, moneyAsk, moneyPage } from "./money-lists.ts";

/** `how`: what it was paid with, in words, or the provider where nothing was paid. */
type Received = { id: string; orderId: string; at: Date; how: string; cents: number; state: Verdict | AttemptState };

const received = (db: Database): MoneySource<Received> => {
  const { id, orderId, at, method: how, cents, verdict: state } = settlements;
  return {
    table: settlements,
    rows: () => db.select({ id, orderId, at, how, cents, state }).from(settlements),
    columns: { at, id },
    at: (row) => row,
    orderId,
    kind: () => undefined,
    amount: (typed) => eq(cents, typed),
  };
};

const triesOf: Readonly<Record<string, readonly AttemptState[]>> = {
  open: openAttemptStates,
  failed: ["failed", "closed"],
};

const tries = (db: Database): MoneySource<Received> => {
  const { id, orderId, startedAt: at, provider: how, cents, state } = attempts;
  return {
    table: attempts,
    rows: () => db.select({ id, orderId, at, how, cents, state }).from(attempts),
    columns: { at, id },
    at: (row) => row,
    orderId,
    kind: (kind) => isOneOf(state, triesOf[kind]),
    amount: (typed) => eq(cents, typed),
  };
};

export type ReceivedRow = Answer<typeof receivedList>["rows"][number];

/** What came in, newest first; of the kinds "open" and "failed", what people tried to pay. Refuses not-found. */
export const receivedList = query("payments.received", {
  input: moneyAsk,
  run: async ({ db, viewer }, asked) => {
    if (!canManageMoney(viewer)) return notFound();
    const source = Object.hasOwn(triesOf, asked.kind) ? tries(db) : received(db);
    const { which: _, ...page } = await moneyPage({ db, viewer }, asked, source);
    return done(page);
  },
});

const refundKinds: Readonly<Record<string, readonly RefundRow["state"][]>> = {
  open: ["waiting", "sent", "by_hand", "failed"],
  arrived: ["succeeded", "covered"],
};

const sentBack = (db: Database) => {
  const { id, orderId, createdAt: at, cents, state, paidBy, kind, reason } = refunds;
  return {
    table: refunds,
    rows: () => db.select({ id, orderId, at, cents, state, paidBy, kind, reason }).from(refunds),
    columns: { at, id },
    at: (row: { at: Date; id: string }) => row,
    orderId,
    kind: (asked: string) => isOneOf(state, refundKinds[asked]),
    amount: (typed: number) => eq(cents, typed),
  };
};

export type RefundLine = Answer<typeof refundList>["rows"][number];

/** Money on its way back and sent back, newest first. Refuses not-found. */
export const refundList = query("payments.refunds", {
  input: moneyAsk,
  run: async ({ db, viewer }, asked) => {
    if (!canManageMoney(viewer)) return notFound();
    const { which: _, ...page } = await moneyPage({ db, viewer }, asked, sentBack(db));
    return done(page);
  },
});

const heads = ledgerTransactions;

const written = (db: Database) => {
  const { id, orderId, at, kind, paidBy, writerId, test } = heads;
  const ofAmount = (typed: number) => {
    const { transactionId, cents } = ledgerEntries;
    const entries = db.select({ id: transactionId }).from(ledgerEntries);
    return inArray(id, entries.where(and(eq(transactionId, id), eq(cents, typed))));
  };
  return {
    table: heads,
    rows: () => db.select({ id, orderId, at, kind, paidBy, writerId, test }).from(heads),
    columns: { at, id },
    at: (row: { at: Date; id: string }) => row,
    orderId,
    kind: (asked: string) => isOneOf(kind, ledgerGroups[asked]?.kinds),
    amount: ofAmount,
  };
};

type Sums = { received: number; released: number; refunded: number };

/** What was received, released and sent back in these entries; test orders are not counted. */
async function sumsOf(db: Database, which: SQL | undefined): Promise<Sums | null> {
  const { account, cents } = ledgerEntries;
  const sum = (of: SQL) => sql<number>`coalesce(sum(${cents}) filter (where ${of}), 0)`.mapWith(Number);
  const [row] = await db
    .select({
      received: sum(sql`${account} = 'client'`),
      released: sum(sql`${account} = 'held' and ${heads.kind} = 'release'`),
      refunded: sum(sql`${account} = 'refunds'`),
    })
    .from(heads)
    .innerJoin(ledgerEntries, eq(ledgerEntries.transactionId, heads.id))
    .where(and(which, eq(heads.test, false)));
  return row ? { received: 0 - row.received, released: 0 - row.released, refunded: row.refunded } : null;
}

/** The same of all entries of a time, by the kept sums. */
async function sumsOfTime(db: Database, from: Date, before: Date): Promise<Sums | null> {
  const [row] = await readQuarters<Sums>(
    db,
    { from, before },
    (moved) => sql`select coalesce(sum(received_cents), 0)::bigint as received,
      coalesce(sum(released_cents), 0)::bigint as released, coalesce(sum(sent_back_cents), 0)::bigint as refunded
      from ${moved}`,
  );
  return row ?? null;
}

export type LedgerLine = Answer<typeof ledgerList>["rows"][number];

/** The ledger, newest first, with the sums of a period that has both ends. Refuses not-found. */
export const ledgerList = query("payments.ledger", {
  input: moneyAsk,
  run: async ({ db, viewer }, asked) => {
    if (!canManageMoney(viewer)) return notFound();
    const { which, ...page } = await moneyPage({ db, viewer }, asked, written(db));
    const ids = page.rows.map(({ id }) => id);
    const entries =
      ids.length > 0 ? await db.select().from(ledgerEntries).where(inArray(ledgerEntries.transactionId, ids)) : [];
    const byHead = Map.groupBy(entries, ({ transactionId }) => transactionId);
    const paid = page.rows.flatMap(({ kind, writerId }) => (kind.startsWith("payout") && writerId ? [writerId] : []));
    const people = await findPeople(db, paid);
    const rows = page.rows.map(({ writerId, ...row }) => ({
      ...row,
      /** Whom a payout went to. */
      payee: row.kind.startsWith("payout") && writerId ? (people.get(writerId)?.name ?? "a deleted account") : null,
      postings: (byHead.get(row.id) ?? []).map(({ account, cents }) => ({ account, cents })),
    }));
    const { from, before, file, search, kind } = asked;
    if (!from || !before || file) return done({ ...page, rows, sums: null });
    const isWhole = search === "" && !Object.hasOwn(ledgerGroups, kind);
    return done({ ...page, rows, sums: await (isWhole ? sumsOfTime(db, from, before) : sumsOf(db, which)) });
  },
});
