import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { deflateRawSync } from "node:zlib";
import { eq } from "drizzle-orm";
import { zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { eicar, type FakeClamd, startClamd } from "#fakes/clamd.ts";
import { openClamd } from "#src/adapters/scanner/clamd.ts";
import { openDisk } from "#src/adapters/storage/disk/open-disk.ts";
import { newId } from "#src/platform/ids.ts";
import type { Person } from "#src/shared/viewer.ts";
import { begin, type FilesRuntime, openFilesRuntime, patch, send } from "#tests/support/files.ts";
import { createPerson } from "#tests/support/people.ts";
import { checkFiles, openCheckQueue } from "./check/check-files.ts";
import { reconcileFiles, sweepFiles } from "./jobs.ts";
import { type FileScanner, workPort } from "./ports.ts";
import { files } from "./tables.ts";

let runtime: FilesRuntime;
let owner: Person;
let clamd: FakeClamd;
let scanner: FileScanner;
const hour = 3_600_000;
const start = new Date();

beforeAll(async () => {
  clamd = await startClamd({ most: 600 * 1024 * 1024 });
  scanner = openClamd(clamd.url);
  runtime = await openFilesRuntime({
    now: start,
    env: { LIMITS_FACTOR: "1000" },
    scanner: { scan: (source) => scanner.scan(source) },
    filePolicies: [{ purpose: "order", maySee: async () => true }],
  });
  owner = await createPerson(runtime);
});
afterAll(async () => {
  await runtime.end();
  await clamd.close();
});

const rowOf = async (id: string) => (await runtime.db.select().from(files).where(eq(files.id, id)))[0];
const checked = async (id: string) => {
  await vi.waitFor(async () => expect((await rowOf(id))?.state).not.toBe("checking"), {
    timeout: 60_000,
    interval: 50,
  });
  return rowOf(id);
};
const names = () => {
  const folder = join(runtime.folder, "files");
  return existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [];
};
const bytesOf = (id: string) => names().filter((name) => name.split("/").at(-1)?.startsWith(id));

describe("bombs are refused in words, and memory stays flat", () => {
  const zeros = (size: number) => deflateRawSync(Buffer.alloc(size));
  /** One stored entry whose header promises what its bytes unpack to. */
  const zipOf = (name: string, packed: Buffer, unpacked: number): Buffer => {
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt16LE(8, 8);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt32LE(unpacked, 22);
    local.writeUInt16LE(name.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(20, 6);
    central.writeUInt16LE(8, 10);
    central.writeUInt32LE(packed.length, 20);
    central.writeUInt32LE(unpacked, 24);
    central.writeUInt16LE(name.length, 28);
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0);
    end.writeUInt16LE(1, 8);
    end.writeUInt16LE(1, 10);
    end.writeUInt32LE(46 + name.length, 12);
    end.writeUInt32LE(30 + name.length + packed.length, 16);
    return Buffer.concat([local, Buffer.from(name), packed, central, Buffer.from(name), end]);
  };
  const png = (width: number, height: number): Buffer => {
    const header = Buffer.alloc(33);
    header.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    header.writeUInt32BE(13, 8);
    header.write("IHDR", 12);
    header.writeUInt32BE(width, 16);
    header.writeUInt32BE(height, 20);
    header.set([8, 2, 0, 0, 0], 24);
    return header;
  };
  const many = () =>
    zipSync(Object.fromEntries(Array.from({ length: 2_100 }, (_, n) => [`${n}.txt`, new Uint8Array()])));
  test.each<[string, string, () => Uint8Array]>([
    ["60 MB of zeros", "zeros.zip", () => zipOf("zeros", zeros(60 * 1024 * 1024), 60 * 1024 * 1024)],
    ["zeros that lie about their size", "lies.zip", () => zipOf("zeros", zeros(60 * 1024 * 1024), 10)],
    ["thousands of entries", "many.zip", many],
    ["60,000 x 60,000 pixels", "huge.png", () => png(60_000, 60_000)],
  ])("%s", async (_name, name, make) => {
    const bytes = make();
    const before = process.memoryUsage().rss;
    const row = await checked(await send(runtime, owner, { bytes, name }));
    expect(row?.state).toBe("refused");
    expect(row?.refusal).toMatch(/\.$/);
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
    const mine = await fetch(`${runtime.url}/files/${row?.id}/${name}`, { headers: { cookie: runtime.as(owner) } });
    expect(mine.status).toBe(409);
  });
});

describe("a malware scanner", () => {
  test("finds the test sign: the file is refused", async () => {
    const row = await checked(await send(runtime, owner, { bytes: Buffer.from(`words ${eicar}`) }));
    expect([row?.state, row?.refusal]).toEqual(["refused", "The scanner found malware in this file."]);
  });

  test("that is away leaves the file unchecked: others wait, and the check comes again by itself", async () => {
    const there = scanner;
    const quiet = vi.spyOn(runtime.log, "error").mockImplementation(() => undefined);
    scanner = openClamd(new URL("tcp://127.0.0.1:1"));
    const id = await send(runtime, owner);
    await vi.waitFor(async () => expect((await rowOf(id))?.checkTries).toBe(1), 60_000);
    await vi.waitFor(() => expect(quiet).toHaveBeenCalled(), 60_000);
    await runtime.db.update(files).set({ attachedTo: newId() }).where(eq(files.id, id));
    const friend = await createPerson(runtime);
    const get = (who: Person) => fetch(`${runtime.url}/files/${id}/x`, { headers: { cookie: runtime.as(who) } });
    expect((await get(friend)).status).toBe(409);
    expect((await get(owner)).status).toBe(200);
    scanner = there;
    expect(await checkFiles(runtime), "not due yet").toBe(0);
    runtime.setNow(new Date(runtime.clock().getTime() + 60_000));
    expect(await checkFiles(runtime)).toBe(1);
    expect((await rowOf(id))?.state).toBe("ready");
    expect((await get(friend)).status).toBe(200);
    quiet.mockRestore();
  });
});

test("a file that its owner takes back while it is checked is nobody's trouble", async () => {
  const there = scanner;
  const logged = vi.spyOn(runtime.log, "error");
  const ended = Promise.withResolvers<void>();
  const taking = { headers: { "tus-resumable": "1.0.0", cookie: runtime.as(owner), origin: runtime.url } };
  let status = 0;
  scanner = {
    scan: async (source) => {
      source.destroy();
      const [row] = await runtime.db.select().from(files).where(eq(files.state, "checking"));
      status = (await fetch(`${runtime.url}/files/${row?.id}`, { method: "DELETE", ...taking })).status;
      ended.resolve();
      return { infected: false };
    },
  };
  const id = await send(runtime, owner);
  await ended.promise;
  scanner = there;
  expect(status).toBe(204);
  // The check that lost its file ends before the next one begins.
  await checked(await send(runtime, owner));
  expect((await rowOf(id))?.state).toBe("gone");
  expect(logged.mock.calls).toEqual([]);
  logged.mockRestore();
});

test("one owner's files are checked one after the other, what waited for two minutes and then short ones first, beside those of others", async () => {
  const there = scanner;
  const friend = await createPerson(runtime);
  const work = runtime.port(workPort);
  const order: string[] = [];
  const running = new Set<Person>();
  const began = Promise.withResolvers<void>();
  const whose = new Map<number, Person>();
  scanner = {
    scan: async (source) => {
      const size = (await source.toArray()).reduce((sum: number, piece: Buffer) => sum + piece.length, 0);
      const who = whose.get(size) ?? owner;
      expect(running.has(who), "one check of an owner at a time").toBe(false);
      running.add(who);
      order.push(`${who === friend ? "friend" : "owner"} ${size}`);
      if (running.size === 2) began.resolve();
      if (order.length <= 2) await began.promise;
      running.delete(who);
      return { infected: false };
    },
  };
  const waiting = async (who: Person, size: number, seconds = 0): Promise<string> => {
    whose.set(size, who);
    const id = newId();
    const file = { id, key: id, ownerId: who.id, purpose: "order", name: "a.txt", size, received: size } as const;
    await openDisk(join(runtime.folder, "files")).put(id, Readable.from([Buffer.alloc(size, "a")]));
    const finishedAt = new Date(runtime.clock().getTime() - seconds * 1000);
    const at = { createdAt: finishedAt, finishedAt, checkAt: runtime.clock() };
    await runtime.db.insert(files).values({ ...file, ...at, state: "checking" });
    return id;
  };
  const ids = [
    await waiting(owner, 900, 119),
    await waiting(owner, 800, 120),
    await waiting(owner, 300),
    await waiting(friend, 600),
    await waiting(owner, 100),
  ];
  expect(work.limits.workers, "two at once").toBeGreaterThan(1);
  await checkFiles(runtime);
  for (const id of ids) expect((await rowOf(id))?.state).toBe("ready");
  expect(order.filter((one) => one.startsWith("owner"))).toEqual(["owner 800", "owner 100", "owner 300", "owner 900"]);
  expect(order.slice(0, 2).toSorted()).toEqual(["friend 600", "owner 800"]);
  scanner = there;
});

test("a file that is locked while its check is due is checked after the lock is released", async () => {
  const id = await send(runtime, owner);
  await checked(id);
  await runtime.db.update(files).set({ state: "checking", checkAt: runtime.clock() }).where(eq(files.id, id));
  const holder = await runtime.database.pool.connect();
  await holder.query("begin");
  await holder.query("select 1 from files.files where id = $1 for update", [id]);
  openCheckQueue(runtime)();
  for (let n = 0; n < 5; n += 1) expect(await checkFiles(runtime)).toBe(0);
  expect((await rowOf(id))?.state).toBe("checking");
  await holder.query("commit");
  holder.release();
  expect((await checked(id))?.state).toBe("ready");
});

describe("what goes by itself", () => {
  test("unused after a day, unfinished after a week, used ones never", async () => {
    const unused = await send(runtime, owner);
    const used = await send(runtime, owner);
    await checked(used);
    await checked(unused);
    await runtime.db.update(files).set({ attachedTo: newId(), expiresAt: null }).where(eq(files.id, used));
    const path = (await begin(runtime, owner, 1000)).headers.get("location") ?? "";
    await patch(runtime, owner, path, 0, randomBytes(10));
    const open = path.replace("/files/", "");
    const later = (hours: number) => runtime.setNow(new Date(start.getTime() + hours * hour));
    later(23);
    await sweepFiles(runtime);
    expect([await rowOf(unused), await rowOf(open)].every(Boolean)).toBe(true);
    later(25);
    await sweepFiles(runtime);
    expect(await rowOf(unused)).toBeUndefined();
    expect(bytesOf(unused)).toEqual([]);
    expect(await rowOf(open)).toBeDefined();
    later(24 * 7 + 1);
    await sweepFiles(runtime);
    expect(await rowOf(open)).toBeUndefined();
    expect(bytesOf(open)).toEqual([]);
    expect((await rowOf(used))?.state).toBe("ready");
    expect(bytesOf(used)).not.toEqual([]);
    runtime.setNow(start);
  });

  test("bytes without a row go, rows without bytes say so, the rest stays", async () => {
    const kept = await send(runtime, owner, { bytes: Buffer.from("plain words"), name: "a.txt" });
    const lost = await send(runtime, owner);
    const gone = await send(runtime, owner);
    for (const id of [kept, lost, gone]) await checked(id);
    const path = (await begin(runtime, owner, 1000)).headers.get("location") ?? "";
    const open = path.replace("/files/", "");
    const disk = openDisk(join(runtime.folder, "files"));
    const stray = newId();
    const strayPart = newId();
    await disk.put(stray, [Buffer.from("stray")] as unknown as AsyncIterable<Uint8Array>);
    await disk.begin(strayPart);
    await runtime.db.delete(files).where(eq(files.id, gone));
    await disk.remove({ key: lost, ref: "" });
    const quiet = [vi.spyOn(runtime.log, "error"), vi.spyOn(runtime.log, "warn")];
    for (const one of quiet) one.mockImplementation(() => undefined);
    await reconcileFiles(runtime);
    expect(bytesOf(stray), "too young to judge").not.toEqual([]);
    const old = new Date(Date.now() - 2 * hour);
    for (const name of names()) {
      const file = join(runtime.folder, "files", name);
      if (name.length > 30) utimesSync(file, old, old);
    }
    const { strays, lost: missing } = await reconcileFiles(runtime);
    expect(strays).toBe(3);
    expect(missing).toBe(0);
    for (const id of [stray, strayPart, gone]) expect(bytesOf(id)).toEqual([]);
    for (const id of [kept, open]) expect(bytesOf(id)).not.toEqual([]);
    expect(await rowOf(lost)).toMatchObject({ state: "refused" });
    expect(await rowOf(kept)).toMatchObject({ state: "ready" });
    for (const one of quiet) one.mockRestore();
  });
});
