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

/** Ends the hold; nothing happens when it is called again. */
export type Release = () => void;

/**
 * Waits until no other tab works on the same thing. Answers null when the signal ended the waiting. Browsers without
 * locks let everybody pass.
 */
export type TabLock = (name: string, signal: AbortSignal) => Promise<Release | null>;

export const tabLock: TabLock = (name, signal) =>
  new Promise((answer) => {
    if (!("locks" in navigator)) return answer(() => undefined);
    const hold = () =>
      new Promise<void>((release) => {
        if (signal.aborted) release();
        else answer(release);
      });
    navigator.locks
      .request(name, { signal }, hold)
      .catch(() => undefined)
      .then(() => answer(null));
  });

/** A chosen file that is not sent yet, with its bytes. */
export type KeptFile = Mark & { readonly mark: string; readonly file: File; readonly at: number };

/** Chosen files that outlive the page. Every call may fail quietly: then a file must be chosen again. */
export type FileKeeper = {
  readonly put: (kept: KeptFile) => Promise<void>;
  readonly drop: (mark: string) => Promise<void>;
  readonly of: (account: string, purpose: string, about: string) => Promise<KeptFile[]>;
  /** Drops what other accounts left, and what is older than a week; `null` drops all. */
  readonly forget: (allBut: readonly string[] | null) => Promise<void>;
};

const store = "chosen";

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const open = (): Promise<IDBDatabase> => {
  const request = indexedDB.open("uploads", 1);
  request.onupgradeneeded = () => request.result.createObjectStore(store, { keyPath: "mark" });
  return settled(request);
};

const within = async <T>(
  mode: IDBTransactionMode,
  work: (files: IDBObjectStore) => Promise<T>,
  otherwise: T,
): Promise<T> => {
  try {
    const database = await open();
    try {
      return await work(database.transaction(store, mode).objectStore(store));
    } finally {
      database.close();
    }
  } catch {
    return otherwise;
  }
};

/** A tenth of what the browser still gives: a long film must not crowd out the rest. */
const hasCapacity = async (size: number): Promise<boolean> => {
  try {
    const { quota = 0, usage = 0 } = await navigator.storage.estimate();
    return size * 10 <= quota - usage;
  } catch {
    return size < 10_000_000;
  }
};

/** The browser's own database. */
export const deviceFiles: FileKeeper = {
  put: async (kept) => {
    if (await hasCapacity(kept.size))
      await within("readwrite", async (files) => void (await settled(files.put(kept))), undefined);
  },
  drop: (mark) => within("readwrite", async (files) => settled(files.delete(mark)), undefined),
  of: (account, purpose, about) =>
    within(
      "readonly",
      async (files) => {
        const all: KeptFile[] = await settled(files.getAll());
        return all
          .filter((one) => one.account === account && one.purpose === purpose && one.about === about)
          .sort((a, b) => a.at - b.at);
      },
      [],
    ),
  forget: (allBut) =>
    within(
      "readwrite",
      async (files) => {
        const all: KeptFile[] = await settled(files.getAll());
        const old = all.filter(({ account, at }) => !allBut?.includes(account) || Date.now() - at > keptMs);
        await Promise.all(old.map(({ mark }) => settled(files.delete(mark))));
      },
      undefined,
    ),
};
