import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { openDisk } from "#src/adapters/storage/disk/open-disk.ts";
import { newId } from "#src/platform/ids.ts";
import { settings } from "#src/platform/tables.ts";
import type { Person } from "#src/shared/viewer.ts";
import { begin, type FilesRuntime, openFilesRuntime, patch, send, tus } from "#tests/support/files.ts";
import { sized } from "#tests/support/full-run.ts";
import { createPerson } from "#tests/support/people.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { checkFiles } from "./check/check-files.ts";
import { startUpload } from "./commands/own-files.ts";
import { limitsLabel } from "./domain/kinds-and-sizes.ts";
import { sweepFiles } from "./jobs.ts";
import { type FileStorage, StorageFull } from "./ports.ts";
import { fileFieldData } from "./screens/file-forms.server.ts";
import { filesSetting } from "./settings.ts";
import { claimLease } from "./storing/leases.ts";
import { files } from "./tables.ts";
import { withIdleTimeout } from "./tus/idle-timeout.ts";

let runtime: FilesRuntime;
let person: Person;
let space: { free: number; whole: number } | null = null;
let full = false;
const folder = mkdtempSync(join(tmpdir(), "paperwright-limits-"));

/** A disk whose room the test decides. */
const disk = openDisk(folder);
const noMore = async (): Promise<never> => {
  throw new StorageFull();
};
const storage: FileStorage = {
  ...disk,
  space: async () => space ?? disk.space(),
  append: (...given) => (full ? noMore() : disk.append(...given)),
  finish: (upload) => (full ? noMore() : disk.finish(upload)),
};

beforeAll(async () => {
  runtime = await openFilesRuntime({ storage });
});
beforeEach(async () => {
  person = await createPerson(runtime);
  space = null;
  full = false;
});
afterAll(async () => {
  await runtime.end();
  rmSync(folder, { recursive: true, force: true });
});

const pending = sized(1_000, 10_000);
const rowOf = async (id: string) => (await runtime.db.select().from(files).where(eq(files.id, id)))[0];

const set = async (more: Partial<typeof filesSetting.default>) => {
  const value = { ...filesSetting.default, ...more };
  const row = { key: filesSetting.key, value, version: 1, updatedAt: new Date(), updatedBy: "test" };
  await runtime.db.insert(settings).values(row).onConflictDoUpdate({ target: settings.key, set: { value } });
  runtime.settings.forget();
  // The test runtime reads settings through the pool that its transactions use; the product has one of its own for that.
  await runtime.settings.get(filesSetting);
  onTestFinished(async () => {
    await runtime.db.delete(settings).where(eq(settings.key, filesSetting.key));
    runtime.settings.forget();
  });
};
const codes = (answers: Response[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};
const start = (size: number) =>
  startUpload(ctxFor(runtime, person), {
    id: newId(),
    purpose: "order",
    about: null,
    name: "a",
    declaredType: null,
    size,
  });

describe("exactly the limit passes, however many ask at once", () => {
  test("10 unfinished uploads of 40 asked in parallel; the next one after one is taken back", async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => begin(runtime, person, 1000)));
    expect(codes(answers)).toEqual({ 201: 10, 429: 30 });
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers.get("retry-after")).toBe("60");
    const one = answers.find(({ status }) => status === 201)?.headers.get("location") ?? "";
    await tus(runtime, person, one, { method: "DELETE" });
    expect((await begin(runtime, person, 1000)).status).toBe(201);
    expect((await begin(runtime, await createPerson(runtime), 1000)).status, "another account").toBe(201);
  });

  test("60 starts in an hour of 70", async () => {
    await set({ unfinished: 1000 });
    const started = await Promise.all(Array.from({ length: 70 }, () => start(10)));
    expect(started.filter(({ ok }) => ok)).toHaveLength(60);
    expect(started.find(({ ok }) => !ok)).toMatchObject({ code: "too-many" });
  });

  test(`${pending} pending uploads of one account are refused, those of others stand in nobody's way, and they go`, async () => {
    const began = runtime.clock();
    const asked = await Promise.all(Array.from({ length: pending / 10 }, () => start(1000)));
    expect(asked.filter(({ ok }) => ok)).toHaveLength(10);
    await runtime.database.pool.query(
      `insert into files.files (id, owner_id, purpose, name, size, key, created_at, expires_at)
       select id, gen_random_uuid(), 'order', 'a', 1000, id::text, $1, $1::timestamptz + interval '7 days'
       from (select gen_random_uuid() as id from generate_series(1, $2)) made`,
      [began, pending],
    );
    const [friend, bytes] = [await createPerson(runtime), randomBytes(1000)];
    expect((await rowOf(await send(runtime, friend, { bytes })))?.size).toBe(1000);
    runtime.setNow(new Date(began.getTime() + 8 * 86_400_000));
    for (let left = pending; left > 0; ) {
      await sweepFiles(runtime);
      const now = await runtime.db.$count(files, eq(files.state, "receiving"));
      expect(now).toBeLessThan(left);
      left = now;
    }
    runtime.setNow(began);
  });

  test("3 writes at once; the fourth waits, and goes when one has ended", async () => {
    const ids = await Promise.all(
      Array.from({ length: 6 }, async () => (await begin(runtime, person, 2000)).headers.get("location") ?? ""),
    );
    const controllers: ReadableStreamDefaultController[] = [];
    const body = () =>
      new ReadableStream({
        start: (controller) => {
          controllers.push(controller);
          controller.enqueue(randomBytes(1000));
        },
      });
    const refused = new Set<number>();
    const asked = ids.map(async (id, i) => {
      const answer = await patch(runtime, person, id, 0, body());
      if (answer.status === 429) refused.add(i);
      return answer;
    });
    await expect.poll(() => refused.size).toBe(3);
    const running = ids.flatMap((_, i) => (refused.has(i) ? [] : [i]));
    for (const controller of controllers) controller.close();
    for (const i of running) expect((await asked[i])?.status).toBe(204);
    const [waiting = 0] = refused;
    expect((await patch(runtime, person, ids[waiting] ?? "", 0, randomBytes(2000))).status).toBe(204);
  });

  test("5 GB of an account, to the byte, whatever is still on its way", async () => {
    await set({ accountGb: 1, maxMb: 512 });
    const half = 512 * 1024 * 1024;
    const big = await Promise.all([start(half), start(half), start(half)]);
    expect(big.filter(({ ok }) => ok)).toHaveLength(2);
    expect(await start(1)).toMatchObject({
      ok: false,
      code: "too-large",
      message: "Your files together can have up to 1\u00a0GB. Remove some first.",
    });
    const [one] = big.flatMap((made) => (made.ok ? [made.value.id] : []));
    await tus(runtime, person, `/files/${one}`, { method: "DELETE" });
    expect((await start(half)).ok).toBe(true);
    expect((await start(1)).ok).toBe(false);
  });
});

describe("a disk without room", () => {
  test("takes no new upload below the floor: 507 in words", async () => {
    space = { free: 1024 ** 3 + 999, whole: 10 * 1024 ** 3 };
    const answer = await begin(runtime, person, 1000);
    expect(answer.status).toBe(507);
    expect(((await answer.json()) as { title: string }).title).toContain("no room for files");
    expect((await begin(runtime, person, 999)).status).toBe(201);
    space = { free: 4 * 1024 ** 3, whole: 100 * 1024 ** 3 };
    expect((await begin(runtime, person, 10)).status, "under five in a hundred").toBe(507);
  });

  test("met in the middle: 507, the upload keeps what was acknowledged and continues when there is room", async () => {
    const bytes = randomBytes(2000);
    const path = (await begin(runtime, person, 2000)).headers.get("location") ?? "";
    expect((await patch(runtime, person, path, 0, bytes.subarray(0, 500))).status).toBe(204);
    full = true;
    expect((await patch(runtime, person, path, 500, bytes.subarray(500))).status).toBe(507);
    expect((await tus(runtime, person, path, { method: "HEAD" })).headers.get("upload-offset")).toBe("500");
    full = false;
    expect((await patch(runtime, person, path, 500, bytes.subarray(500))).status).toBe(204);
  });

  test("met at the end: the file is not complete before it is durable; the next look completes it", async () => {
    const path = (await begin(runtime, person, 2000)).headers.get("location") ?? "";
    const finish = storage.finish;
    storage.finish = noMore;
    expect((await patch(runtime, person, path, 0, randomBytes(2000))).status).toBe(507);
    const id = path.replace("/files/", "");
    const state = async () => (await runtime.db.select().from(files).where(eq(files.id, id)))[0]?.state;
    expect(await state()).toBe("receiving");
    storage.finish = finish;
    const head = await tus(runtime, person, path, { method: "HEAD" });
    expect([head.status, head.headers.get("upload-offset")]).toEqual([200, "2000"]);
    expect(await state()).not.toBe("receiving");
  });
});

test("kinds that the operator does not take are refused by their bytes, whatever the name says", async () => {
  await set({ refusedKinds: ["image"] });
  const gif = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
  const [picture, message] = [
    await send(runtime, person, { bytes: gif, name: "notes.txt" }),
    await send(runtime, person, { bytes: Buffer.from("words"), name: "photo.gif" }),
  ];
  await expect
    .poll(async () => (await rowOf(picture))?.refusal)
    .toBe("We take no pictures here. Send it in another form.");
  await expect.poll(async () => (await rowOf(message))?.state).toBe("ready");
  const field = await fileFieldData(ctxFor(runtime, person), { purpose: "order", about: "new" });
  expect(limitsLabel(field.limits)).toContain("No pictures.");
});

describe("one request at a time has a file", () => {
  const holderOf = (id: string) => (span: string) =>
    runtime.database.pool.query(
      `update files.files set lease_by = 'another process', lease_until = clock_timestamp() + interval '${span}' where id = $1`,
      [id],
    );
  test("a lease that another process holds is waited for; one that ran out is taken over", async () => {
    const id = await send(runtime, person);
    const heldFor = holderOf(id);
    await heldFor("1 hour");
    const asked = claimLease(ctxFor(runtime, person), { id, write: false, onWanted: () => undefined });
    await expect.poll(async () => (await rowOf(id))?.leaseWanted).toBe(true);
    expect((await rowOf(id))?.leaseBy).toBe("another process");
    await heldFor("-1 second");
    const taken = await asked;
    expect(taken.ok).toBe(true);
    const [row] = await runtime.db.select().from(files).where(eq(files.id, id));
    expect(row?.leaseBy).not.toBe("another process");
    if (taken.ok) await taken.value.release();
    const [free] = await runtime.db.select().from(files).where(eq(files.id, id));
    expect([free?.leaseBy, free?.leaseUntil]).toEqual([null, null]);
  });

  test("a check of the file neither extends a lease nor takes its end away", async () => {
    const id = await send(runtime, person);
    await expect.poll(async () => (await rowOf(id))?.state).toBe("ready");
    await holderOf(id)("-1 second");
    const before = (await rowOf(id))?.leaseUntil;
    await runtime.db.update(files).set({ state: "checking", checkAt: runtime.clock() }).where(eq(files.id, id));
    await checkFiles(runtime);
    expect((await rowOf(id))?.leaseUntil).toEqual(before);
    const taken = await claimLease(ctxFor(runtime, person), { id, write: false, onWanted: () => undefined });
    expect(taken.ok).toBe(true);
    if (taken.ok) await taken.value.release();
  });
});

describe("idleTimeout with slow senders", () => {
  const limits = { idleMs: 10_000, windowMs: 300, leastBytes: 1000 };
  const drip = (size: number, everyMs: number) =>
    Readable.from(
      (async function* () {
        for (let n = 0; n < 40; n += 1) {
          await new Promise((done) => setTimeout(done, everyMs));
          yield Buffer.alloc(size);
        }
      })(),
    );
  const silence = () => new Readable({ read: () => undefined });
  const read = async (source: Readable, more: Partial<typeof limits> = {}) => {
    let bytes = 0;
    for await (const chunk of withIdleTimeout(source, { limits: { ...limits, ...more } })) bytes += chunk.length;
    return bytes;
  };
  test("silence and a trickle end with 408, a steady line does not", async () => {
    await expect(read(silence(), { idleMs: 50 })).rejects.toMatchObject({ status: 408 });
    await expect(read(drip(10, 20))).rejects.toMatchObject({ status: 408 });
    expect(await read(drip(1000, 20))).toBe(40_000);
  });

  test("a slow disk of ours is not the sender's fault", async () => {
    let bytes = 0;
    const ready = Readable.from([Buffer.alloc(10), Buffer.alloc(10)]);
    for await (const chunk of withIdleTimeout(ready, { limits: { ...limits, idleMs: 200 } })) {
      bytes += chunk.length;
      await new Promise((done) => setTimeout(done, 400));
    }
    expect(bytes).toBe(20);
  });
});
