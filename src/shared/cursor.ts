import { isId } from "./id.ts";

/** A cursor in a list that is sorted by an instant and an id: what the next page starts after. Its texts sort like the rows. */
export type Cursor = { at: Date; id: string };

export const cursorText = ({ at, id }: Cursor): string => `${at.getTime()}_${id}`;

/** Null for anything that is no cursor; 14 digits of milliseconds end before the year 5139. */
export const readCursor = (text: string | undefined): Cursor | null => {
  const [ms = "", id = ""] = (text ?? "").split("_");
  return /^\d{1,14}$/.test(ms) && isId(id) ? { at: new Date(Number(ms)), id } : null;
};
