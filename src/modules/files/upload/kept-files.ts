import { dayMs } from "#src/shared/units.ts";
import type { Mark } from "./kept-urls.ts";

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
const keptMs = 7 * dayMs;

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
