import { and, inArray, isNotNull, isNull, not, type SQL } from "drizzle-orm";
import { z } from "zod";
import { cutPage, type Page, walk } from "#src/platform/database/cursor.ts";
import type { Database } from "#src/platform/database/database.ts";
import type { Cursor } from "#src/shared/cursor.ts";
import type { AttemptRow, RefundRow } from "../books.ts";
import type { Posting, TransactionKind } from "../domain/ledger.ts";
import { attempts, disputes, ledgerEntries, ledgerTransactions, providerEvents, refunds } from "../tables.ts";

export const moneyPageSize = 30;

const start = z.strictObject({ older: z.string().optional(), newer: z.string().optional() });
export type MoneyStart = z.infer<typeof start>;

/** Where each list of the payments page is read from; a list that is not named begins with its newest rows. */
export const moneyStarts = z.strictObject({
  ledger: start.optional(),
  attempts: start.optional(),
  failed: start.optional(),
  inbox: start.optional(),
  refunds: start.optional(),
  disputes: start.optional(),
});

type Walked = ReturnType<typeof walk>;

/** A page from where it was asked for; its first page when nothing is left there. */
async function pageOf<R>(
  asked: MoneyStart | undefined,
  columns: Parameters<typeof walk>[1],
  read: (step: Walked, limit: number) => Promise<R[]>,
  at: (row: R) => Cursor,
): Promise<Page<R>> {
  const from = walk(asked ?? {}, columns);
  const found = await read(from, moneyPageSize + 1);
  if (found.length === 0 && from.direction !== "start") return pageOf({}, columns, read, at);
  return cutPage(found, moneyPageSize, from.direction, at);
}

export type LedgerShown = {
  id: string;
  orderId: string;
  at: Date;
  kind: TransactionKind;
  postings: readonly Posting[];
};

export async function ledgerPage(db: Database, asked: MoneyStart | undefined): Promise<Page<LedgerShown>> {
  const { rows, ...ends } = await pageOf(
    asked,
    { at: ledgerTransactions.seq, id: ledgerTransactions.id },
    ({ after, order }, limit) =>
      db
        .select()
        .from(ledgerTransactions)
        .where(after)
        .orderBy(...order)
        .limit(limit),
    ({ seq, id }) => ({ at: new Date(seq), id }),
  );
  const ids = rows.map(({ id }) => id);
  const entries =
    ids.length > 0 ? await db.select().from(ledgerEntries).where(inArray(ledgerEntries.transactionId, ids)) : [];
  const byHead = Map.groupBy(entries, ({ transactionId }) => transactionId);
  const postingsOf = (id: string) => (byHead.get(id) ?? []).map(({ account, cents }) => ({ account, cents }));
  return {
    ...ends,
    rows: rows.map(({ id, orderId, at, kind }) => ({ id, orderId, at, kind, postings: postingsOf(id) })),
  };
}

export const attemptPage = (db: Database, asked: MoneyStart | undefined): Promise<Page<AttemptRow>> =>
  pageOf(
    asked,
    { at: attempts.startedAt, id: attempts.id },
    ({ after, order }, limit) =>
      db
        .select()
        .from(attempts)
        .where(after)
        .orderBy(...order)
        .limit(limit),
    ({ startedAt, id }) => ({ at: startedAt, id }),
  );

export const refundPage = (db: Database, asked: MoneyStart | undefined): Promise<Page<RefundRow>> =>
  pageOf(
    asked,
    { at: refunds.createdAt, id: refunds.id },
    ({ after, order }, limit) =>
      db
        .select()
        .from(refunds)
        .where(after)
        .orderBy(...order)
        .limit(limit),
    ({ createdAt, id }) => ({ at: createdAt, id }),
  );

export type DisputeShown = typeof disputes.$inferSelect;

export const disputePage = (db: Database, asked: MoneyStart | undefined): Promise<Page<DisputeShown>> =>
  pageOf(
    asked,
    { at: disputes.openedAt, id: disputes.id },
    ({ after, order }, limit) =>
      db
        .select()
        .from(disputes)
        .where(after)
        .orderBy(...order)
        .limit(limit),
    ({ openedAt, id }) => ({ at: openedAt, id }),
  );

/** Bodies stay where they are: a page shows what an event was, not what it says. */
const { id, provider, type, receivedAt, processedAt, attempts: tries, nextTryAt, error } = providerEvents;
const eventColumns = { id, provider, type, receivedAt, processedAt, attempts: tries, nextTryAt, error };
export type EventShown = Pick<typeof providerEvents.$inferSelect, keyof typeof eventColumns>;

export const eventFailed = and(isNull(processedAt), isNotNull(error)) as SQL;

const events = (db: Database, asked: MoneyStart | undefined, which: SQL): Promise<Page<EventShown>> =>
  pageOf(
    asked,
    { at: receivedAt, id },
    ({ after, order }, limit) =>
      db
        .select(eventColumns)
        .from(providerEvents)
        .where(and(which, after))
        .orderBy(...order)
        .limit(limit),
    (row) => ({ at: row.receivedAt, id: row.id }),
  );

export const failedEventPage = (db: Database, asked: MoneyStart | undefined): Promise<Page<EventShown>> =>
  events(db, asked, eventFailed);
export const eventPage = (db: Database, asked: MoneyStart | undefined): Promise<Page<EventShown>> =>
  events(db, asked, not(eventFailed));
