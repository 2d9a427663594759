import { and, inArray, isNotNull, isNull, not, type SQL } from "drizzle-orm";
import { z } from "zod";
import { askedCursor, cutPage, type Page, walk } from "#src/platform/database/cursor.ts";
import type { Database } from "#src/platform/database/database.ts";
import type { Cursor } from "#src/shared/cursor.ts";
import type { AttemptRow, RefundRow } from "../settling/books.ts";
import { attempts, disputes, ledgerEntries, ledgerTransactions, providerEvents, refunds } from "../tables.ts";

export const moneyPageSize = 30;

const start = z.strictObject({ older: askedCursor.optional(), newer: askedCursor.optional() });
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

type Limited<R> = { limit: (count: number) => PromiseLike<R[]> };
/** Rows of one table that are not narrowed yet. */
type Rows<R> = { where: (which: SQL | undefined) => { orderBy: (...order: SQL[]) => Limited<R> } };

type List<R> = {
  rows: () => Rows<R>;
  columns: Parameters<typeof walk>[1];
  at: (row: R) => Cursor;
  which?: SQL;
};

/** A page of a list from where it was asked for; its first page when nothing is left there. */
async function pageOf<R>(asked: MoneyStart | undefined, list: List<R>): Promise<Page<R>> {
  const { rows, columns, at, which } = list;
  const from = walk(asked ?? {}, columns);
  const found = await rows()
    .where(and(which, from.after))
    .orderBy(...from.order)
    .limit(moneyPageSize + 1);
  if (found.length === 0 && from.direction !== "start") return pageOf({}, list);
  return cutPage(found, moneyPageSize, from.direction, at);
}

export async function ledgerPage(db: Database, asked: MoneyStart | undefined) {
  const { rows, ...ends } = await pageOf(asked, {
    rows: () => db.select().from(ledgerTransactions),
    columns: { at: ledgerTransactions.seq, id: ledgerTransactions.id },
    at: ({ seq, id }) => ({ at: new Date(seq), id }),
  });
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
  pageOf(asked, {
    rows: () => db.select().from(attempts),
    columns: { at: attempts.startedAt, id: attempts.id },
    at: ({ startedAt, id }) => ({ at: startedAt, id }),
  });

export const refundPage = (db: Database, asked: MoneyStart | undefined): Promise<Page<RefundRow>> =>
  pageOf(asked, {
    rows: () => db.select().from(refunds),
    columns: { at: refunds.createdAt, id: refunds.id },
    at: ({ createdAt, id }) => ({ at: createdAt, id }),
  });

export type DisputeShown = typeof disputes.$inferSelect;

export const disputePage = (db: Database, asked: MoneyStart | undefined): Promise<Page<DisputeShown>> =>
  pageOf(asked, {
    rows: () => db.select().from(disputes),
    columns: { at: disputes.openedAt, id: disputes.id },
    at: ({ openedAt, id }) => ({ at: openedAt, id }),
  });

/** Bodies stay where they are: a page shows what an event was, not what it says. */
const { id, provider, type, receivedAt, processedAt, attempts: tries, nextTryAt, error } = providerEvents;
const eventColumns = { id, provider, type, receivedAt, processedAt, attempts: tries, nextTryAt, error };
export type EventShown = Pick<typeof providerEvents.$inferSelect, keyof typeof eventColumns>;

export const eventFailed = and(isNull(processedAt), isNotNull(error)) as SQL;

const events = (db: Database, asked: MoneyStart | undefined, which: SQL): Promise<Page<EventShown>> =>
  pageOf(asked, {
    rows: () => db.select(eventColumns).from(providerEvents),
    columns: { at: receivedAt, id },
    at: (row) => ({ at: row.receivedAt, id: row.id }),
    which,
  });

export const failedEventPage = (db: Database, asked: MoneyStart | undefined): Promise<Page<EventShown>> =>
  events(db, asked, eventFailed);
export const eventPage = (db: Database, asked: MoneyStart | undefined): Promise<Page<EventShown>> =>
  events(db, asked, not(eventFailed));
