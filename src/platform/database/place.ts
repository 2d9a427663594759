import { asc, desc, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

/** A place in a list that is sorted by an instant and an id: what the next page starts after. */
export type Place = { at: Date; id: string };

export const placeText = ({ at, id }: Place): string => `${at.getTime()}_${id}`;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Anything that is no place means the first page. */
export const readPlace = (text: string | undefined): Place | null => {
  const [ms = "", id = ""] = (text ?? "").split("_");
  return /^\d{1,15}$/.test(ms) && uuid.test(id) ? { at: new Date(Number(ms)), id } : null;
};

type Columns = { at: PgColumn; id: PgColumn };

/**
 * Rows after a place in rising or falling order of (instant, id): one row comparison, which an index can answer. All
 * rows when there is no place.
 */
export const beyond = (columns: Columns, place: Place | null, rising: boolean): SQL | undefined => {
  if (!place) return undefined;
  const key = sql`(${columns.at}, ${columns.id})`;
  const from = sql`(${place.at.toISOString()}::timestamptz, ${place.id}::uuid)`;
  return rising ? sql`${key} > ${from}` : sql`${key} < ${from}`;
};

type Way = "newer" | "older" | "start";

/**
 * How one page of a list is read: from the start, or from a place to `older` or `newer` rows. To newer ones it is read
 * against the list's order, which is falling unless `rising`; `cutPage` turns them round again.
 */
export function walk(
  asked: { older?: string | undefined; newer?: string | undefined },
  columns: Columns,
  rising = false,
) {
  const back = readPlace(asked.newer);
  const place = back ?? readPlace(asked.older);
  const up = rising !== (back !== null);
  const direction = up ? asc : desc;
  const way: Way = back ? "newer" : place ? "older" : "start";
  return { way, after: beyond(columns, place, up), order: [direction(columns.at), direction(columns.id)] };
}

export type Page<R> = { rows: readonly R[]; older: string | null; newer: string | null };

/**
 * A page of a list whose newest rows come first, out of one row more than it shows. `way` says from where it was
 * walked: to newer rows (they were read rising), to older ones, or from the start.
 */
export function cutPage<R>(found: readonly R[], size: number, way: Way, at: (row: R) => Place): Page<R> {
  const more = found.length > size;
  const cut = found.slice(0, size);
  const rows = way === "newer" ? cut.reverse() : cut;
  const [first, last] = [rows[0], rows.at(-1)];
  return {
    rows,
    older: last && (way === "newer" || more) ? placeText(at(last)) : null,
    newer: first && (way === "older" || (way === "newer" && more)) ? placeText(at(first)) : null,
  };
}
