import { minuteMs } from "#src/shared/units.ts";
import { cursorOf, isBefore } from "./conversation.ts";

/** A message on this device on its way to the server. */
export type Unsent = {
  /** Also the id of the message on the server, so that sending twice is sending once. */
  readonly id: string;
  readonly account: string;
  readonly chatId: string;
  readonly text: string;
  /** The colleague in whose chat Support answers all the same. */
  readonly over?: string | null;
  readonly file: { readonly id: string; readonly name: string; readonly size: number } | null;
  /** When it was written (ms); grows within an account, so it is the order of sending too. */
  readonly at: number;
  readonly tries: number;
  /** Not tried before this instant (ms). */
  readonly notBefore: number;
  /** waiting: not sent yet. refused: by the server, the reason in `why`. sent: stored, until a page shows it. */
  readonly state: "waiting" | "refused" | "sent";
  readonly why: string | null;
  /** A rule refused its words, and Support may be asked to read them. */
  readonly mayAsk?: true | undefined;
  /** Its writer asks a person to read it. */
  readonly askPerson?: true;
  /** The server's, once it is sent. */
  readonly timestamp: string | null;
};

/** What came of one try. `later`: nobody knows whether it arrived, or the server asks to wait so many ms. */
export type Answer =
  | { readonly kind: "sent"; readonly timestamp: string }
  | { readonly kind: "refused"; readonly text: string; readonly mayAsk?: true }
  | { readonly kind: "signed-out" }
  | { readonly kind: "later"; readonly wait?: number };

const firstWaitMs = 1_000;
const longestWaitMs = minuteMs;

/** Doubles with each try up to a minute, between half and all of it, so that many devices do not retry at once. */
const waitAfter = (tries: number, luck: number): number =>
  Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(tries - 1, 10)) * (0.5 + luck / 2);

const inOrder = (all: readonly Unsent[]): readonly Unsent[] =>
  [...all].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));

/** A moment after everything written before, also when the clock was set back. */
export const nextMoment = (all: readonly Unsent[], now: number): number =>
  all.reduce((moment, { at }) => Math.max(moment, at + 1), now);

/** The one to send now: always the oldest that waits, so that the order holds. What was refused stands aside. */
export const head = (all: readonly Unsent[]): Unsent | undefined =>
  inOrder(all).find(({ state }) => state === "waiting");

export function afterFailure(one: Unsent, answer: Answer, now: number, luck: number): Unsent {
  const tries = one.tries + 1;
  if (answer.kind === "sent") return { ...one, tries, state: "sent", why: null, timestamp: answer.timestamp };
  if (answer.kind === "refused") {
    const { text: why, mayAsk } = answer;
    return { ...one, tries, state: "refused", why, mayAsk };
  }
  if (answer.kind === "signed-out") return one;
  return { ...one, tries, notBefore: now + Math.max(answer.wait ?? 0, waitAfter(tries, luck)) };
}

/** Tried at once, because the person asks for it or the connection is back. */
export const hurried = (one: Unsent): Unsent => (one.state === "waiting" ? { ...one, notBefore: 0 } : one);

/** Sent once more, for a person to read. */
export const asking = (one: Unsent): Unsent => ({ ...one, state: "waiting", askPerson: true });

/** What stands below the conversation: everything that the page does not show yet. */
export const shownUnsent = (all: readonly Unsent[], shown: ReadonlySet<string>): readonly Unsent[] =>
  inOrder(all).filter(({ id }) => !shown.has(id));

/** Taken messages that are behind the conversation's cursor need not be kept any more. */
export const settled = (all: readonly Unsent[], cursor: string | null): readonly string[] =>
  all.flatMap(({ id, state, timestamp }) =>
    state === "sent" && timestamp && cursor !== null && !isBefore(cursor, cursorOf({ timestamp, id })) ? [id] : [],
  );

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
