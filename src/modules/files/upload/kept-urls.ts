import { dayMs } from "#src/shared/units.ts";
/** What a browser keeps for a page; `localStorage` fits. */
export type Keeper = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/** What makes a chosen file the same file again, for one account and one form. */
export type Mark = {
  readonly account: string;
  readonly purpose: string;
  readonly about: string;
  readonly name: string;
  readonly size: number;
  readonly type: string;
  readonly modified: number;
};

const prefix = "upload:";
/** The server forgets unfinished uploads after a week. */
const keptMs = 7 * dayMs;

/** The name under which a file is known on this device. */
export const markOf = ({ account, purpose, about, name, size, type, modified }: Mark): string =>
  prefix + [account, purpose, about, size, modified, type, name].map((part) => encodeURIComponent(part)).join(":");

/** A browser may refuse its storage; uploads work without it. */
const quietly = <T>(work: () => T, otherwise: T): T => {
  try {
    return work();
  } catch {
    return otherwise;
  }
};

/** Where a file is kept on the server, by its mark. Anything else that lies there counts as nothing. */
export const keptUrls = (keeper: Keeper, now: () => number) => ({
  read: (mark: string): string | null =>
    quietly(() => {
      const found: unknown = JSON.parse(keeper.getItem(mark) ?? "null");
      if (typeof found !== "object" || found === null || !("url" in found) || !("at" in found)) return null;
      const { url, at } = found;
      return typeof url === "string" && typeof at === "number" && now() - at < keptMs ? url : null;
    }, null),
  write: (mark: string, url: string | null): void =>
    quietly(() => {
      if (url === null) keeper.removeItem(mark);
      else keeper.setItem(mark, JSON.stringify({ url, at: now() }));
    }, undefined),
});
export type KeptUrls = ReturnType<typeof keptUrls>;

/** Forgets what every account but this one has here; `null` forgets all. */
export const forgetUrls = (keeper: Keeper, allBut: string | null): void =>
  quietly(() => {
    const own = allBut === null ? null : `${prefix}${encodeURIComponent(allBut)}:`;
    const names = Array.from({ length: keeper.length }, (_, at) => keeper.key(at) ?? "");
    for (const name of names)
      if (name.startsWith(prefix) && (own === null || !name.startsWith(own))) keeper.removeItem(name);
  }, undefined);
