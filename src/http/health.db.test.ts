import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { startS3 } from "#fakes/s3.ts";
import { openDisk } from "#src/adapters/storage/disk/open-disk.ts";
import { openS3 } from "#src/adapters/storage/s3/open-s3.ts";
import { type FileStorage, storagePort } from "#src/modules/files/index.server.ts";
import { asDatabase, openPool } from "#src/platform/database/open.ts";
import { clockWatch } from "#src/platform/tables.ts";
import { quietLog } from "#tests/support/quiet-log.ts";
import { createTestRuntime } from "#tests/support/runtime.ts";
import { serve } from "#tests/support/serve.ts";

const runtime = await createTestRuntime({
  now: new Date(),
  ports: [[storagePort, { space: async () => null, probe: async () => undefined }]],
});
const own = openPool(runtime.database.connection, quietLog, 1);
const served = await serve({ runtime, probe: asDatabase(own) });
afterAll(async () => {
  await served.close();
  await own.end();
  await runtime.drop();
});
const ready = async () => {
  const answer = await fetch(`${served.url}/readyz`);
  return [answer.status, await answer.json()];
};
const allWell = {
  ready: true,
  checks: { process: "ok", disk: "ok", files: "ok", database: "ok", clock: "ok", timers: "ok" },
};

test("every connection of the pages is taken: health answers all the same", async () => {
  const { pool } = runtime.database;
  const taken = await Promise.all(Array.from({ length: pool.options.max ?? 0 }, () => pool.connect()));
  const page = pool.query("select 1");
  expect(pool.waitingCount).toBe(1);
  expect(await ready()).toEqual([200, allWell]);
  expect(pool.waitingCount).toBe(1);
  for (const one of taken) one.release();
  await page;
});

test("two hundred who ask at once cost the database a few questions", async () => {
  const sent = vi.spyOn(own, "query");
  const answers = await Promise.all(Array.from({ length: 200 }, ready));
  expect(new Set(answers.map(([status]) => status))).toEqual(new Set([200]));
  expect(sent.mock.calls.length).toBeLessThan(answers.length / 2);
  sent.mockRestore();
});

test("timers that wait after a jump of the clock are named, and requests are answered all the same", async () => {
  const answers = await serve({ runtime });
  onTestFinished(() => answers.close());
  await runtime.db.insert(clockWatch).values({ id: 1, seenAt: new Date(), jumpFrom: new Date(0), jumpTo: new Date() });
  onTestFinished(async () => void (await runtime.db.delete(clockWatch)));
  const answer = await fetch(`${answers.url}/readyz`);
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { ready: true, checks: { ...allWell.checks, timers: "wait: the clock jumped" } },
  ]);
});

describe("the store of files", () => {
  /** A process of its own that has this store. */
  const opened = async (storage: FileStorage) => {
    const port = (() => storage) as typeof runtime.port;
    const own = await serve({ runtime: { ...runtime, port } });
    onTestFinished(() => own.close());
    return async (query = ""): Promise<[number, string]> => {
      const answer = await fetch(`${own.url}/readyz${query}`);
      return [answer.status, (await answer.json()).checks.files];
    };
  };
  /** Asks a process that has not asked before: what is known is good for five seconds. */
  const now = async (storage: FileStorage) => (await opened(storage))();
  const newFolder = () => {
    const folder = mkdtempSync(join(tmpdir(), "paperwright-health-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
  };

  test("a folder that is gone or takes no byte is away; then it is there again", async () => {
    const folder = join(newFolder(), "files");
    const disk = openDisk(folder);
    expect(await now(disk), "a new installation").toEqual([200, "ok"]);
    rmSync(folder, { recursive: true });
    expect(await now(disk)).toEqual([503, "away"]);
    writeFileSync(folder, "a file in the way");
    expect(await now(disk)).toEqual([503, "away"]);
    rmSync(folder);
    mkdirSync(folder);
    expect(await now(disk)).toEqual([200, "ok"]);
    expect(readdirSync(folder), "nothing is left behind").toEqual([]);
  });

  test("a bucket that is gone, refuses us or is not ours", async () => {
    const store = await startS3();
    const bucket = (wishes: { bucket?: string; secretAccessKey?: string } = {}) =>
      openS3({ ...store, endpoint: store.url, region: "us-east-1", forcePathStyle: true, ...wishes }, newFolder());
    const ours = bucket();
    expect(await now(ours)).toEqual([200, "ok"]);
    expect(await now(bucket({ secretAccessKey: "not it" }))).toEqual([503, "away"]);
    expect(await now(bucket({ bucket: "other" }))).toEqual([503, "away"]);
    await store.close();
    expect(await now(ours)).toEqual([503, "away"]);
  });

  test("one that hangs is away after two seconds, and is not asked a second time meanwhile", async () => {
    const probe = vi.fn(() => new Promise<void>(() => undefined));
    const ask = await opened({ ...openDisk(newFolder()), probe });
    expect([await ask(), await ask()]).toEqual([
      [503, "away"],
      [503, "away"],
    ]);
    expect(probe).toHaveBeenCalledTimes(1);
  });

  test("a proxy that asks for pages alone keeps a process whose files are away", async () => {
    const ask = await opened({ ...openDisk(newFolder()), probe: () => Promise.reject(new Error("away")) });
    expect([await ask(), await ask("?for=pages")]).toEqual([
      [503, "away"],
      [200, "away"],
    ]);
  });

  test("two hundred who ask at once look at it once", async () => {
    const disk = openDisk(newFolder());
    const probe = vi.fn(disk.probe);
    const ask = await opened({ ...disk, probe });
    expect(new Set((await Promise.all(Array.from({ length: 200 }, () => ask()))).flat())).toEqual(new Set([200, "ok"]));
    expect(probe).toHaveBeenCalledTimes(1);
  });
});
