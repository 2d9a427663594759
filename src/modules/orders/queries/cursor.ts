import { and, eq, gt, lt, or, type SQL } from "drizzle-orm";
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

/** Rows after a place in rising or falling order of (instant, id). */
export const beyond = (columns: { at: PgColumn; id: PgColumn }, place: Place, rising: boolean): SQL | undefined => {
  const further = rising ? gt : lt;
  return or(further(columns.at, place.at), and(eq(columns.at, place.at), further(columns.id, place.id)));
};
