import { describe, expect, test } from "vitest";
import { type Fate, fakeServer, rangeFile, settled } from "./fake-server.testing.ts";
import type { FileKeeper, KeptFile } from "./kept-files.ts";
import { forgetUrls, type Keeper, keptUrls, markOf } from "./kept-urls.ts";
import type { ListFor, Tools } from "./list-types.ts";
import type { TabLock } from "./tab-lock.ts";
import { uploadList } from "./upload-list.ts";
import { percent, sentIds } from "./upload-rows.ts";
import { uploadTask } from "./upload-task.ts";

const endpoint = "http://shop.test/files";

const memory = (): Keeper & { all: Map<string, string> } => {
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
    of: async (account, place, about) =>
      [...all.values()].filter((k) => k.account === account && k.place === place && k.about === about),
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

const device = () => {
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
        place: "order",
        about: "new",
        maxBytes: 1_000_000,
        mostFiles: 6,
        words: { tooLarge: "This file is too large.", tooMany: "At most 6 files fit here." },
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
  /** The browser lets go of everything that the page held. */
  const reload = () => {
    lock = locks();
    server.open.splice(0);
  };
  return { server, storage, files, removed, open, net, reload };
};

const file = (name: string, size: number, lastModified = 1): File =>
  Object.assign(rangeFile(size), { name, lastModified, webkitRelativePath: "" }) as unknown as File;
const phases = (list: ReturnType<typeof uploadList>) =>
  list.rows().map(({ phase }) => (phase.at === "sending" ? phase.snapshot.state : phase.at));

describe("several at once", () => {
  test("three are on their way, the next one follows the first that ends", async () => {
    const { open, net, server } = device();
    const list = open();
    list.add(["a", "b", "c", "d", "e"].map((name) => file(name, 10)));
    await net();
    expect(phases(list)).toEqual(["running", "running", "running", "queued", "queued"]);
    expect(server.open).toHaveLength(3);
    await net("ok");
    expect(phases(list)).toEqual(
      ["success", "running", "running", "running", "queued"].map((s) => (s === "success" ? "sent" : s)),
    );
    await net("too-large");
    expect(phases(list)).toEqual(["sent", "failed", "running", "running", "running"]);
    expect(sentIds(list.rows())).toEqual(["u1"]);
  });

  test("a paused file gives its turn away and takes the next free one", async () => {
    const { open, net } = device();
    const list = open();
    list.add(["a", "b", "c", "d"].map((name) => file(name, 300_000)));
    await net();
    const [first] = list.rows();
    list.pause(first?.key ?? "");
    await net();
    expect(phases(list)).toEqual(["paused", "running", "running", "running"]);
    list.resume(first?.key ?? "");
    expect(phases(list)[0]).toBe("paused");
    list.remove(list.rows()[3]?.key ?? "");
    expect(phases(list)).toEqual(["running", "running", "running"]);
  });

  test("no more than fit, none over the limit, none empty, none twice", async () => {
    const { open, net } = device();
    const list = open({ mostFiles: 3 });
    const words = list.add([
      file("a", 1_000_001),
      file("b", 0),
      file("c", 1_000_000),
      file("c", 1_000_000),
      file("d", 1),
    ]);
    await net();
    expect(words).toBe("At most 6 files fit here.");
    expect(list.rows().map(({ phase }) => (phase.at === "failed" ? phase.words : phase.at))).toEqual([
      "This file is too large.",
      "This file is empty.",
      "sending",
    ]);
  });
});

describe("what survives", () => {
  const known = { id: "u1", name: "a", size: 600_000, received: 262_144, refusal: null };
  const methods = ({ server }: ReturnType<typeof device>) => server.asked.map(({ method }) => method);

  test("after a reload the file that the device kept goes on where it stopped", async () => {
    const here = device();
    here.open().add([file("a", 600_000)]);
    await here.net("ok", "ok");
    here.reload();
    const list = here.open();
    await list.restore([known]);
    await here.net("ok", "ok", "ok");
    expect(list.rows()).toMatchObject([{ name: "a", size: 600_000, phase: { at: "sent", id: "u1" } }]);
    expect(methods(here)).toEqual(["POST", "PATCH", "PATCH", "HEAD", "PATCH", "PATCH"]);
    expect(here.files.all.size).toBe(0);
  });

  test("a file that the device did not keep goes on when it is chosen again", async () => {
    const here = device();
    here.open().add([file("a", 600_000)]);
    await here.net("ok", "ok");
    here.reload();
    here.files.all.clear();
    const list = here.open();
    await list.restore([known]);
    expect(list.rows()).toMatchObject([{ phase: { at: "stopped", received: 262_144 } }]);
    list.add([file("a", 600_000)]);
    await here.net("ok", "ok", "ok");
    expect(list.rows()).toMatchObject([{ phase: { at: "sent", id: "u1" } }]);
  });

  test("another file of the same name is another file", async () => {
    const here = device();
    here.open().add([file("a", 600_000, 1)]);
    await here.net("ok", "ok");
    here.reload();
    const list = here.open();
    list.add([file("a", 600_000, 2)]);
    await here.net("ok");
    expect(methods(here).slice(-2)).toEqual(["POST", "PATCH"]);
  });

  test("two tabs do not send the same file twice", async () => {
    const here = device();
    const [one, two] = [here.open(), here.open()];
    one.add([file("a", 300_000)]);
    two.add([file("a", 300_000)]);
    await here.net("ok", "ok");
    expect([phases(one), phases(two), here.server.open.length]).toEqual([["running"], ["elsewhere"], 1]);
    await here.net("ok", "ok");
    expect([one, two].map((list) => sentIds(list.rows()))).toEqual([["u1"], ["u1"]]);
    expect(methods(here)).toEqual(["POST", "PATCH", "PATCH", "HEAD"]);
  });

  test("what the server has complete is there, what it refused says why", async () => {
    const list = device().open();
    await list.restore([
      { ...known, received: 600_000 },
      { ...known, id: "u2", received: 600_000, refusal: "This file unpacks to too much." },
    ]);
    await list.restore([{ ...known, received: 600_000 }]);
    expect(list.rows().map(({ phase }) => phase)).toEqual([
      { at: "sent", id: "u1" },
      { at: "failed", words: "This file unpacks to too much.", again: false },
    ]);
  });
});

describe("taking away", () => {
  test("a file on its way is canceled, a paused one too, a sent one is taken back", async () => {
    const here = device();
    const list = here.open();
    list.add([file("a", 300_000), file("b", 300_000), file("c", 10)]);
    await here.net("ok", "ok", "ok");
    const [a, b] = list.rows();
    list.pause(b?.key ?? "");
    await settled();
    for (const { key } of [a, b].filter((row) => row !== undefined)) list.remove(key);
    await here.net("ok", "ok");
    expect(here.server.asked.filter(({ method }) => method === "DELETE")).toHaveLength(2);
    expect([phases(list), here.removed]).toEqual([["sent"], []]);
    list.remove(list.rows()[0]?.key ?? "");
    expect([list.rows(), here.removed]).toEqual([[], [`${endpoint}/u3`]]);
    expect([here.files.all.size, here.storage.all.size]).toEqual([0, 0]);
  });

  test("what was taken away comes back as a new upload", async () => {
    const here = device();
    const list = here.open();
    list.add([file("a", 300_000)]);
    await here.net("ok");
    const back = list.remove(list.rows()[0]?.key ?? "");
    if (back) list.add([back]);
    await settled();
    await here.net("ok", "ok", "ok", "ok");
    expect(sentIds(list.rows())).toEqual(["u2"]);
    expect(here.storage.all.size).toBe(1);
  });

  test("a form that was taken leaves nothing behind", async () => {
    const here = device();
    const list = here.open();
    list.add([file("a", 10), file("b", 10)]);
    await here.net("ok");
    list.used(["u1"]);
    expect(phases(list)).toEqual(["running"]);
    list.used();
    await settled();
    expect([list.rows(), here.files.all.size, here.storage.all.size]).toEqual([[], 0, 0]);
  });
});

test("somebody who leaves the device takes nothing from the server", async () => {
  const here = device();
  const list = here.open();
  list.add([file("a", 300_000)]);
  await here.net("ok");
  list.leave();
  await settled();
  expect([list.rows(), here.server.open, here.server.uploads.size]).toEqual([[], [], 1]);
});

test("when the connection is back, what failed by it goes on by itself", async () => {
  const here = device();
  const list = here.open();
  list.add([file("a", 300_000), file("b", 10)]);
  await here.net("ok", "too-large", "signed-out");
  expect(phases(list)).toEqual(["failed", "failed"]);
  list.online();
  await here.net();
  expect(phases(list)).toEqual(["running", "failed"]);
  expect(here.server.asked.at(-1)?.method).toBe("HEAD");
});

describe("an account of its own", () => {
  test("a guest's files wait for the sign-in and then go on in the account", async () => {
    const { open, net, files } = device();
    const guest = open({ account: null, guestKey: "form-1" });
    guest.add([file("a", 10)]);
    await net();
    expect(phases(guest)).toEqual(["held"]);
    const list = open();
    await list.restore([], "guest:form-1");
    await net("ok");
    expect(phases(list)).toEqual(["sent"]);
    expect(files.all.size).toBe(0);
  });

  test("addresses of others are forgotten", () => {
    const storage = memory();
    const urls = keptUrls(storage, () => 0);
    const mark = (account: string) =>
      markOf({ account, place: "order", about: "new", name: "a:b", size: 1, type: "", modified: 1 });
    for (const account of ["ann", "annabel", "bob"]) urls.write(mark(account), `${endpoint}/${account}`);
    storage.setItem("theme", "dark");
    forgetUrls(storage, "ann");
    expect([urls.read(mark("ann")), urls.read(mark("annabel")), urls.read(mark("bob"))]).toEqual([
      `${endpoint}/ann`,
      null,
      null,
    ]);
    forgetUrls(storage, null);
    expect([...storage.all.keys()]).toEqual(["theme"]);
  });

  test("foreign words in the storage count as nothing, and so does an old address", () => {
    const storage = memory();
    let now = 0;
    const urls = keptUrls(storage, () => now);
    for (const foreign of ["{", "1", "[]", '{"url":1,"at":1}']) {
      storage.setItem("upload:x", foreign);
      expect(urls.read("upload:x")).toBeNull();
    }
    urls.write("upload:x", endpoint);
    now = 7 * 86_400_000;
    expect(urls.read("upload:x")).toBeNull();
  });
});

test("percents are whole, and 100 is the last byte", () => {
  expect([
    percent({ bytesSent: 0, total: 3 }),
    percent({ bytesSent: 2, total: 3 }),
    percent({ bytesSent: 999_999, total: 1_000_000 }),
    percent({ bytesSent: 3, total: 3 }),
    percent({ bytesSent: 0, total: 0 }),
  ]).toEqual([0, 66, 99, 100, 100]);
});
