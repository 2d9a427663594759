import { isId } from "./id.ts";

/** A cursor in a list that is sorted by an instant and an id: what the next page starts after. Its texts sort like the rows. */
export type Cursor = { at: Date; id: string };

export const cursorText = ({ at, id }: Cursor): string => `${at.getTime()}_${id}`;

/** Where the years end that are read (zone.ts, `readYears`): a deadline may be as far away. */
const endMs = Date.parse("9999-01-01T00:00:00Z");

/** Null for anything that is no cursor. */
export const readCursor = (text: string | undefined): Cursor | null => {
  const [ms = "", id = ""] = (text ?? "").split("_");
  return /^\d{1,15}$/.test(ms) && Number(ms) < endMs && isId(id) ? { at: new Date(Number(ms)), id } : null;
};
