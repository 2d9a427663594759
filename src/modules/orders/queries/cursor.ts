import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { isId } from "../order-row.ts";

/** A place in a list that is sorted by an instant and an id: what the next page starts after. */
export type Place = { at: Date; id: string };

export const placeText = ({ at, id }: Place): string => `${at.getTime()}_${id}`;

/** Anything that is no place means the first page. */
export const readPlace = (text: string | undefined): Place | null => {
  const [ms = "", id = ""] = (text ?? "").split("_");
  return /^\d{1,15}$/.test(ms) && isId(id) ? { at: new Date(Number(ms)), id } : null;
};

/** Rows after a place in rising or falling order of (instant, id): one row comparison, which an index can answer. */
export const beyond = (columns: { at: PgColumn; id: PgColumn }, place: Place, rising: boolean): SQL => {
  const key = sql`(${columns.at}, ${columns.id})`;
  const from = sql`(${place.at.toISOString()}::timestamptz, ${place.id}::uuid)`;
  return rising ? sql`${key} > ${from}` : sql`${key} < ${from}`;
};
