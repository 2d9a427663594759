import type { Unsent } from "./unsent.ts";

/** Where unsent messages outlive the page. Nothing here rejects: what the browser does not keep is kept in memory. */
export type Keeper = {
  readonly all: (account: string) => Promise<readonly Unsent[]>;
  readonly put: (one: Unsent) => Promise<void>;
  /** Changes it if it is still there. */
  readonly change: (id: string, by: (one: Unsent) => Unsent) => Promise<void>;
  readonly drop: (ids: readonly string[]) => Promise<void>;
  /** Forgets what other accounts left. */
  readonly keepOnly: (account: string) => Promise<void>;
};

export function memoryKeeper(): Keeper {
  const kept = new Map<string, Unsent>();
  return {
    all: async (account) => [...kept.values()].filter((one) => one.account === account),
    put: async (one) => void kept.set(one.id, one),
    change: async (id, by) => {
      const one = kept.get(id);
      if (one) kept.set(id, by(one));
    },
    drop: async (ids) => {
      for (const id of ids) kept.delete(id);
    },
    keepOnly: async (account) => {
      for (const one of kept.values()) if (one.account !== account) kept.delete(one.id);
    },
  };
}

const store = "unsent";

const settledRequest = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const open = (): Promise<IDBDatabase> => {
  const request = indexedDB.open("chat", 1);
  request.onupgradeneeded = () => request.result.createObjectStore(store, { keyPath: "id" });
  return settledRequest(request);
};

/** Resolves when it is written down, not when it was asked for. */
async function within<T>(mode: IDBTransactionMode, work: (rows: IDBObjectStore) => Promise<T>): Promise<T> {
  const database = await open();
  try {
    const transaction = database.transaction(store, mode);
    const written = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    const [result] = await Promise.all([work(transaction.objectStore(store)), written]);
    return result;
  } finally {
    database.close();
  }
}

/** The browser's own database; a private window or a full disk leaves the message in this page's memory. */
export function deviceKeeper(memory: Keeper = memoryKeeper()): Keeper {
  const both = async <T>(mode: IDBTransactionMode, work: (rows: IDBObjectStore) => Promise<T>, otherwise: () => T) => {
    try {
      return await within(mode, work);
    } catch {
      return otherwise();
    }
  };
  const write = (work: (rows: IDBObjectStore) => Promise<unknown>) =>
    both<unknown>("readwrite", work, () => undefined).then(() => undefined);
  return {
    all: async (account) => {
      const kept = await both<Unsent[]>(
        "readonly",
        (rows) => settledRequest(rows.getAll()),
        () => [],
      );
      return [...kept.filter((one) => one.account === account), ...(await memory.all(account))];
    },
    put: async (one) => {
      const written = await both(
        "readwrite",
        async (rows) => (await settledRequest(rows.put(one))) !== undefined,
        () => false,
      );
      if (!written) await memory.put(one);
    },
    change: async (id, by) => {
      await memory.change(id, by);
      await write(async (rows) => {
        const one: Unsent | undefined = await settledRequest(rows.get(id));
        if (one) await settledRequest(rows.put(by(one)));
      });
    },
    drop: async (ids) => {
      await memory.drop(ids);
      await write((rows) => Promise.all(ids.map((id) => settledRequest(rows.delete(id)))));
    },
    keepOnly: async (account) => {
      await memory.keepOnly(account);
      await write(async (rows) => {
        const kept: Unsent[] = await settledRequest(rows.getAll());
        const others = kept.filter((one) => one.account !== account);
        await Promise.all(others.map(({ id }) => settledRequest(rows.delete(id))));
      });
    },
  };
}
