import { isCalendarDate } from "./zone.ts";

/** Where a list continues (shared/cursor.ts); empty at its start. */
type Place = { older: string; newer: string };
/** What a list is asked for, by the names in its address. */
export type Asked = Readonly<Record<string, string>>;

const readerOf = (get: (name: string) => string | null | undefined) => {
  const text = (name: string, most = 200): string => (get(name) ?? "").trim().slice(0, most);
  return {
    text,
    /** A day as YYYY-MM-DD. */
    day: (name: string): string => (isCalendarDate(text(name)) ? text(name) : ""),
    /** A key of `labels`, else `usual`. */
    oneOf: <K extends string, U extends string>(
      name: string,
      labels: Readonly<Record<K, unknown>>,
      usual: U,
    ): K | U => {
      const found = text(name);
      const isKnown = (key: string): key is K => Object.hasOwn(labels, key);
      return isKnown(found) ? found : usual;
    },
  };
};
type Reader = ReturnType<typeof readerOf>;

/**
 * The address of a list: `fields` reads its parts, and what is not known is as if it were not there. A part that is read
 * the same without standing in the address is left out of it; while one of `following` is, it changes with the others.
 */
export function listAddress<A extends Asked>(
  path: string,
  fields: (at: Reader) => A,
  following: readonly string[] = [],
) {
  const readBy = (at: Reader): A & Place => ({ ...fields(at), older: at.text("older"), newer: at.text("newer") });
  const read = (params: URLSearchParams) => readBy(readerOf((name) => params.get(name)));
  // A page has a hundred addresses: parts are read as they are, not by way of a text.
  const readParts = (parts: Asked): Asked =>
    readBy(readerOf((name) => (Object.hasOwn(parts, name) ? parts[name] : "")));
  const isUsual = (ask: Asked, name: string): boolean => readParts({ ...ask, [name]: "" })[name] === ask[name];
  const query = (ask: Asked, change: Asked = {}): string => {
    const usual = following.filter((name) => isUsual(ask, name)).map((name) => [name, ""] as const);
    let parts = readParts({ ...ask, ...Object.fromEntries(usual), older: "", newer: "", ...change });
    for (const name of Object.keys(parts))
      if (parts[name] !== "" && isUsual(parts, name)) parts = { ...parts, [name]: "" };
    return new URLSearchParams(Object.entries(parts).filter(([, value]) => value !== "")).toString();
  };
  return {
    path,
    read,
    /** The query of the address; a change of anything but the place starts at the first page. */
    query,
    /** The whole address, as of `query`. */
    to: (ask: A & Place, change: Partial<A & Place> = {}): string => at(path, query(ask, entriesOf(change))),
    /** The same with the parts as texts by name, for code that does not know the list. */
    toNamed: (ask: Asked, change: Asked): string => at(path, query(ask, change)),
  };
}
export type ListAddress = Pick<ReturnType<typeof listAddress>, "path" | "toNamed">;

const at = (path: string, query: string): string => (query === "" ? path : `${path}?${query}`);

/** What is given of a change. */
const entriesOf = (change: Readonly<Record<string, string | undefined>>): Asked =>
  Object.fromEntries(Object.entries(change).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
