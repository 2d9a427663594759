import { asc, desc, is, type SQL, sql } from "drizzle-orm";
import { PgColumn, type PgTable } from "drizzle-orm/pg-core";
import { z } from "zod";
import { type Cursor, cursorText, readCursor } from "#src/shared/id.ts";
import { rowLimit } from "./database.ts";

/** Where a page of a list continues, as it stands in an address: what `cutPage` gave, or nothing. */
export const askedCursor = z
  .string()
  .refine(
    (text) => text === "" || readCursor(text) !== null,
    "This place in the list is not known. Open the list from its start.",
  );

/** Columns, or expressions whose values are an instant and an id. */
type Columns = { at: PgColumn | SQL; id: PgColumn | SQL };

/**
 * Rows after a cursor in rising or falling order of (instant or whole number, id): one row comparison, which an index can
 * answer. All rows when there is no cursor.
 */
const beyond = (columns: Columns, cursor: Cursor | null, rising: boolean): SQL | undefined => {
  if (!cursor) return undefined;
  const key = sql`(${columns.at}, ${columns.id})`;
  const at =
    is(columns.at, PgColumn) && columns.at.getSQLType() === "bigint"
      ? sql`${cursor.at.getTime()}::bigint`
      : sql`${cursor.at.toISOString()}::timestamptz`;
  const from = sql`(${at}, ${cursor.id}::uuid)`;
  return rising ? sql`${key} > ${from}` : sql`${key} < ${from}`;
};

type Direction = "newer" | "older" | "start";

/**
 * How one page of a list is read: from the start, or from a cursor to `older` or `newer` rows. To newer ones it is read
 * against the list's order, which is falling unless `rising`; `cutPage` turns them round again. In the answer `rising` is
 * the order in which the page is read.
 */
export function walk(
  asked: { older?: string | undefined; newer?: string | undefined },
  columns: Columns,
  rising = false,
) {
  const back = readCursor(asked.newer);
  const cursor = back ?? readCursor(asked.older);
  const up = rising !== (back !== null);
  const ordered = up ? asc : desc;
  const direction: Direction = back ? "newer" : cursor ? "older" : "start";
  const order = [ordered(columns.at), ordered(columns.id)];
  return { direction, after: beyond(columns, cursor, up), order, rising: up };
}

/** How the rows of a list are read: in which order, and how many. */
export type Steps = {
  columns: Columns;
  rising: boolean;
  limit: number;
  /** The parts hold no value that somebody typed or chose, so that the plan may be kept (`rowLimit`). */
  keepsPlan?: boolean;
};

/**
 * A query of the ids of the first `limit` rows of all parts together. An index that has the condition of a part and this
 * order is read alone for it: for whole rows the planner walks the index of all rows and expects the next ones of a part
 * to be near. No row is in two parts.
 */
export function idsOfParts(
  table: PgTable,
  parts: readonly (SQL | undefined)[],
  { columns, rising, limit, keepsPlan = false }: Steps,
): SQL {
  const ordered = rising ? asc : desc;
  const end = keepsPlan ? rowLimit(limit) : sql`limit ${limit}`;
  const first = ({ at, id }: Columns) => sql`order by ${ordered(at)}, ${ordered(id)} ${end}`;
  const each = parts.map(
    (part = sql`true`) =>
      sql`(select ${columns.at} as at, ${columns.id} as id from ${table} where ${part} ${first(columns)})`,
  );
  return sql`(select id from (${sql.join(each, sql` union all `)}) as parts ${first({ at: sql`at`, id: sql`id` })})`;
}

/** Every row from the first one on, read in batches of `size`: `read` gives the rows after the last one, in this order. */
export async function* rowsByPage<R extends Cursor>(
  columns: Columns,
  size: number,
  read: (step: Pick<ReturnType<typeof walk>, "after" | "order">) => Promise<readonly R[]>,
): AsyncGenerator<R> {
  for (let last: R | undefined; ; ) {
    const rows = await read(walk({ older: last && cursorText(last) }, columns, true));
    yield* rows;
    if (rows.length < size) return;
    last = rows.at(-1);
  }
}

export type Page<R> = { rows: readonly R[]; older: string | null; newer: string | null };

/**
 * A page of a list whose newest rows come first, out of one row more than it shows. `direction` says from where it was
 * walked: to newer rows (they were read rising), to older ones, or from the start.
 */
export function cutPage<R>(found: readonly R[], size: number, direction: Direction, at: (row: R) => Cursor): Page<R> {
  const more = found.length > size;
  const cut = found.slice(0, size);
  const rows = direction === "newer" ? cut.reverse() : cut;
  const [first, last] = [rows[0], rows.at(-1)];
  return {
    rows,
    older: last && (direction === "newer" || more) ? cursorText(at(last)) : null,
    newer: first && (direction === "older" || (direction === "newer" && more)) ? cursorText(at(first)) : null,
  };
}
