import { and, gte, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { z } from "zod";
import { orderIdsFound, payoutOrders } from "#src/modules/orders/index.server.ts";
import { askedCursor, cutPage, type Page, walk } from "#src/platform/database/cursor.ts";
import { type Database, send } from "#src/platform/database/database.ts";
import { everyPage } from "#src/platform/query.ts";
import type { Cursor } from "#src/shared/id.ts";
import type { Outcome } from "#src/shared/outcome.ts";
import { readAmount } from "#src/shared/typed-values.ts";
import { type AdminWith, withoutOpenings } from "#src/shared/viewer.ts";

type Reader = { db: Database; viewer: AdminWith<"money"> };

export const moneyPageSize = 30;
/** Rows that are counted; a longer list says "more than". */
export const moneyCountMost = 20_000;

export const moneyStart = z.strictObject({ older: askedCursor.optional(), newer: askedCursor.optional() });
type MoneyStart = z.infer<typeof moneyStart>;

/** What every list of the money can be asked for; `kind` is one of the list's own, `before` is not in it. */
export const moneyAsk = moneyStart.extend({
  search: z.string().trim().max(200).default(""),
  kind: z.string().max(30).default("all"),
  from: z.date().nullable().default(null),
  before: z.date().nullable().default(null),
  /** Larger pages without a count, for a file of all rows. */
  file: z.boolean().default(false),
});
type MoneyAsk = z.infer<typeof moneyAsk>;

type Limited<R> = { limit: (count: number) => PromiseLike<R[]> };
/** Rows of one table that are not narrowed yet. */
type Rows<R> = { where: (which: SQL | undefined) => { orderBy: (...order: SQL[]) => Limited<R> } };

type List<R> = {
  rows: () => Rows<R>;
  columns: { at: PgColumn; id: PgColumn };
  at: (row: R) => Cursor;
  which?: SQL | undefined;
};

/** A page of a list from where it was asked for; its first page when nothing is left there. */
export async function pageOf<R>(asked: MoneyStart, list: List<R>, size = moneyPageSize): Promise<Page<R>> {
  const { rows, columns, at, which } = list;
  const from = walk(asked, columns);
  const found = await rows()
    .where(and(which, from.after))
    .orderBy(...from.order)
    .limit(size + 1);
  if (found.length === 0 && from.direction !== "start") return pageOf({}, list, size);
  return cutPage(found, size, from.direction, at);
}

/** A list of the money: a row for each time that something moved, or was tried, for an order. */
export type MoneySource<R> = Omit<List<R>, "which"> & {
  table: PgTable;
  orderId: PgColumn;
  /** Rows of the asked kind. */
  kind: (kind: string) => SQL | undefined;
  /** Rows of this amount. */
  amount: (cents: number) => SQL;
};

/** Rows of orders that the search finds, or of the amount that was typed. */
async function found<R>(
  { db, viewer }: Reader,
  search: string,
  { orderId, amount }: MoneySource<R>,
): Promise<SQL | undefined> {
  if (search === "") return undefined;
  const ids = await orderIdsFound(db, viewer, search);
  const typed = readAmount(search);
  return (
    or(ids.length > 0 ? inArray(orderId, [...ids]) : undefined, typed.ok ? amount(typed.value) : undefined) ??
    sql`false`
  );
}

/** Which rows are asked for. */
async function whichOf<R>(reader: Reader, asked: MoneyAsk, source: MoneySource<R>): Promise<SQL | undefined> {
  const { at } = source.columns;
  return and(
    source.kind(asked.kind),
    asked.from ? gte(at, asked.from) : undefined,
    asked.before ? lt(at, asked.before) : undefined,
    await found(reader, asked.search, source),
  );
}

/** How many there are, one more than `moneyCountMost` at most. */
async function countOf(db: Database, table: PgTable, which: SQL | undefined): Promise<number> {
  const first = sql`select 1 from ${table} where ${which ?? sql`true`} limit ${moneyCountMost + 1}`;
  const [row] = (await send<{ n: number }>(db, sql`select count(*)::int as n from (${first}) as first`)).rows;
  return row?.n ?? 0;
}

const unknown = { number: "", title: "Removed" };

/** What the orders of these rows are called. */
async function withOrders<R extends { orderId: string }>({ db, viewer }: Reader, rows: readonly R[]) {
  const orders = await payoutOrders(
    db,
    viewer,
    rows.map(({ orderId }) => orderId),
  );
  return rows.map((row) => {
    const { number, title } = orders.get(row.orderId) ?? unknown;
    return { ...row, number, title };
  });
}

const fileSize = 500;

/** One page of such a list with what its orders are called, and how many rows there are in all; 0 for a file. */
export async function moneyPage<R extends { orderId: string }>(ask: Reader, asked: MoneyAsk, source: MoneySource<R>) {
  // A file that leaves the product holds nothing of what is open for a while.
  const reader = asked.file ? { ...ask, viewer: withoutOpenings(ask.viewer) } : ask;
  const which = await whichOf(reader, asked, source);
  const page = await pageOf(asked, { ...source, which }, asked.file ? fileSize : moneyPageSize);
  const count = asked.file ? 0 : await countOf(reader.db, source.table, which);
  return { ...page, rows: await withOrders(reader, page.rows), count, which };
}

type Read<R> = (raw: object) => Promise<Outcome<{ rows: readonly R[]; older: string | null }>>;

/** Every row of a list, page by page, each page read for the viewer anew; none for who may not read it. */
export const moneyPages = <R>(read: Read<R>, asked: object): AsyncGenerator<readonly R[]> =>
  everyPage((older) => read({ ...asked, file: true, older }));

/** Rows with one of these values in a column; all rows where none is named. */
export const isOneOf = (column: PgColumn, values: readonly string[] | undefined): SQL | undefined =>
  values && inArray(column, [...values]);
