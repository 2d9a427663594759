const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * True for text that can be an id of ours; anything else is unknown, not an error of the database. Ours are written in
 * small letters, but programs may hand one back in capitals (RFC 9562).
 */
export const isId = (text: string): boolean => uuid.test(text);

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
