import { type Fate, fakeServer, rangeFile, settled } from "./fake-server.testing.ts";
import { type FileKeeper, type Keeper, type KeptFile, keptUrls, type TabLock } from "./kept.ts";
import { uploadList } from "./upload-list.ts";
import type { ListFor, Tools } from "./upload-rows.ts";
import { uploadTask } from "./upload-task.ts";

export const endpoint = "http://shop.test/files";

/** What a browser keeps of words, in memory. */
export const memory = (): Keeper & { all: Map<string, string> } => {
  const all = new Map<string, string>();
  return {
    all,
    get length() {
      return all.size;
    },
    key: (at) => [...all.keys()][at] ?? null,
    getItem: (name) => all.get(name) ?? null,
    setItem: (name, value) => void all.set(name, value),
    removeItem: (name) => void all.delete(name),
  };
};

const keeper = (): FileKeeper & { all: Map<string, KeptFile> } => {
  const all = new Map<string, KeptFile>();
  return {
    all,
    put: async (kept) => void all.set(kept.mark, kept),
    drop: async (mark) => void all.delete(mark),
    of: async (account, purpose, about) =>
      [...all.values()].filter((k) => k.account === account && k.purpose === purpose && k.about === about),
    forget: async () => all.clear(),
  };
};

/** One lock a name, for all tabs of a test. */
const locks = (): TabLock => {
  const held = new Map<string, Promise<void>>();
  return async (name, signal) => {
    while (held.has(name)) await held.get(name);
    if (signal.aborted) return null;
    let open: () => void = () => undefined;
    held.set(name, new Promise((resolve) => (open = resolve)));
    return () => {
      held.delete(name);
      open();
    };
  };
};

/** A browser with its storage and its lists; the network does what the test says. */
export const device = () => {
  const server = fakeServer(endpoint);
  const [storage, files] = [memory(), keeper()];
  let lock = locks();
  const removed: string[] = [];
  const tools: Tools = {
    endpoint,
    start: (file, options) => uploadTask(file, { ...options, transport: server.transport }),
    remove: (url) => void removed.push(url),
    lock: (name, signal) => lock(name, signal),
    urls: keptUrls(storage, () => 0),
    files,
    now: () => 0,
  };
  const open = (more: Partial<ListFor> = {}) =>
    uploadList(
      {
        account: "ann",
        guestKey: null,
        purpose: "order",
        about: "new",
        maxBytes: 1_000_000,
        mostFiles: 6,
        messages: { tooLarge: "This file is too large.", tooMany: "At most 6 files fit here." },
        ...more,
      },
      tools,
    );
  const net = async (...fates: Fate[]) => {
    await settled();
    for (const fate of fates) {
      const [one] = server.open;
      if (!one) throw new Error(`No request is open for "${fate}".`);
      one.end(fate);
      await settled();
    }
  };
  /** The browser discards everything that the page held. */
  const reload = () => {
    lock = locks();
    server.open.splice(0);
  };
  return { server, storage, files, removed, open, net, reload };
};

export const file = (name: string, size: number, lastModified = 1): File =>
  Object.assign(rangeFile(size), { name, lastModified, webkitRelativePath: "" }) as unknown as File;

/** Where each file of the list stands, in one word. */
export const phases = (list: ReturnType<typeof uploadList>) =>
  list.rows().map(({ phase }) => (phase.at === "sending" ? phase.snapshot.state : phase.at));
