import { randomFillSync } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openDisk } from "#src/adapters/storage/disk/open-disk.ts";
import { cookieOf, rssOf } from "#tests/support/product.ts";
import { isFullRun, randomFrom, seed } from "../../support/full-run.ts";
import { withBooks } from "../app/books.ts";
import { type App, startReady } from "../app/fixture.ts";
import { demoFolder, eventually } from "../database/fixture.ts";
import { expectSame, removeFile, type Sent, sendFile, sendThrough, sha256 } from "./senders.ts";

const full = isFullRun;
const kills = full ? 50 : 1;
const mib = 1024 * 1024;
const largest = (full ? 200 : 12) * mib;
const email = "client@demo.test";

/** One installation for the whole file: a first start costs more than a start. */
const dataDir = demoFolder(afterAll);

const names = () =>
  readdirSync(join(dataDir, "files"), { recursive: true, encoding: "utf8" }).filter((name) => name.length > 30);

test(`kill -9 of the server ${kills} times while files of 1 to ${largest / mib} MB come: each arrives byte for byte`, async () => {
  console.log(`SEED=${seed}`);
  const random = randomFrom(seed);
  let app = await startReady({ dataDir });
  const cookie = await cookieOf(app.url, email);
  const url = () => app.url;
  for (let n = 0; n < kills; n += 1) {
    const bytes = randomFillSync(Buffer.alloc(Math.floor(mib + random() * (largest - mib))));
    // Every third strike falls with the last bytes, where the file becomes complete, or into its check.
    const at = n % 3 === 2 ? bytes.length - Math.floor(random() * 2) * 65_536 : Math.floor(random() * bytes.length);
    const fall = async () => {
      await app.kill();
      app = await startReady({ dataDir, port: app.port });
    };
    const sent = await sendThrough({ url, cookie, bytes }, { at, fall });
    await expectSame(app.url, cookie, sent);
    await withBooks(dataDir, async ({ rows }) => {
      await eventually(async () => {
        const [row] = await rows<{ state: string }>(`select state from files.files where id = '${sent.id}'`);
        return row?.state === "ready";
      });
      const [row] = await rows<{ sha256: string }>(`select sha256 from files.files where id = '${sent.id}'`);
      expect(row?.sha256).toBe(sent.sha256);
    });
    expect((await removeFile(app.url, cookie, sent.id)).status).toBe(204);
    if (n % 10 === 9) console.log(`${n + 1} kills, every file byte for byte`);
  }
  expect(names(), "no bytes are left of what was taken back").toEqual([]);
});

/** Sends from `offset` to `end` by one PATCH. */
const patch = (app: App, cookie: string, id: string, offset: number, bytes: Uint8Array | ReadableStream) =>
  fetch(`${app.url}/files/${id}`, {
    method: "PATCH",
    headers: {
      cookie,
      origin: app.url,
      "tus-resumable": "1.0.0",
      "upload-offset": String(offset),
      "content-type": "application/offset+octet-stream",
    },
    body: bytes instanceof ReadableStream ? bytes : new Uint8Array(bytes),
    duplex: "half",
  } as RequestInit);

const offsetAt = async (app: App, cookie: string, id: string): Promise<number> => {
  const answer = await fetch(`${app.url}/files/${id}`, {
    method: "HEAD",
    headers: { cookie, "tus-resumable": "1.0.0" },
  });
  expect(answer.status).toBe(200);
  return Number(answer.headers.get("upload-offset"));
};

test("two processes share an upload: chunks alternate, and a blocked request of one yields to the other", async () => {
  const [a, b] = [await startReady({ dataDir }), await startReady({ dataDir })];
  const cookie = await cookieOf(a.url, email);
  const bytes = randomFillSync(Buffer.alloc(4 * mib));
  const begun = await fetch(`${a.url}/files`, {
    method: "POST",
    headers: {
      cookie,
      origin: a.url,
      "tus-resumable": "1.0.0",
      "upload-length": String(bytes.length),
      "upload-metadata": `filename ${btoa("work.bin")},purpose ${btoa("order")}`,
    },
  });
  const id = begun.headers.get("location")?.replace("/files/", "") ?? "";
  for (let n = 0; n < 2; n += 1)
    expect((await patch(n === 0 ? a : b, cookie, id, n * mib, bytes.subarray(n * mib, (n + 1) * mib))).status).toBe(
      204,
    );
  const hanging = new ReadableStream({
    start: (controller) => controller.enqueue(new Uint8Array(bytes.subarray(2 * mib, 2 * mib + 100_000))),
  });
  const stuck = patch(a, cookie, id, 2 * mib, hanging).catch(() => null);
  const disk = openDisk(join(dataDir, "files"));
  await eventually(async () => (await disk.received({ key: id, ref: "" })) === 2 * mib + 100_000);
  const at = await offsetAt(b, cookie, id);
  expect(at).toBe(2 * mib + 100_000);
  expect((await patch(b, cookie, id, at, bytes.subarray(at))).status).toBe(204);
  await expectSame(a.url, cookie, { id, sha256: sha256(bytes) });
  await stuck;
});

test.runIf(isFullRun)("memory stays flat while many uploads run", async () => {
  const [count, size] = full ? [20, 200 * mib] : [6, 16 * mib];
  const app = await startReady({ dataDir });
  const cookie = await cookieOf(app.url, email);
  const bytes = randomFillSync(Buffer.alloc(size));
  const send = (part: Uint8Array): Promise<Sent> => sendFile({ url: app.url, cookie, bytes: part, chunk: 32 * mib });
  // What the code of an upload itself takes is not what is asked here.
  await Promise.all(Array.from({ length: 4 }, () => send(bytes.subarray(0, 8 * mib))));
  await eventually(async () => (await unchecked()) === 0);
  const before = rssOf(app.pid);
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, rssOf(app.pid));
  }, 50);
  const sent = await Promise.all(Array.from({ length: count }, () => send(bytes)));
  clearInterval(watch);
  console.log(`${count} uploads of ${size / mib} MB: ${Math.round(before)} MB before, ${Math.round(most)} MB at most`);
  expect(sent).toHaveLength(count);
  expect(most - before).toBeLessThan(48);
});

const unchecked = (): Promise<number> =>
  withBooks(dataDir, async ({ rows }) => {
    const [row] = await rows<{ n: number }>("select count(*)::int as n from files.files where state = 'checking'");
    return row?.n ?? 0;
  });
