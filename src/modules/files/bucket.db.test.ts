import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type FakeS3, startS3 } from "#fakes/s3.ts";
import { openS3 } from "#src/adapters/storage/s3/open-s3.ts";
import type { Person } from "#src/shared/viewer.ts";
import { begin, type FilesRuntime, openFilesRuntime, patch, tus } from "#tests/support/files.ts";
import { createPerson } from "#tests/support/people.ts";
import { sweepFiles } from "./jobs.ts";
import { files } from "./tables.ts";

let runtime: FilesRuntime;
let owner: Person;
let bucket: FakeS3;
let away = false;
const folder = mkdtempSync(join(tmpdir(), "paperwright-bucket-"));

beforeAll(async () => {
  bucket = await startS3({ fail: () => (away ? 503 : undefined) });
  const purpose = { ...bucket, endpoint: bucket.url, region: "us-east-1", forcePathStyle: true };
  runtime = await openFilesRuntime({ storage: openS3(purpose, folder), env: { LIMITS_FACTOR: "1000" } });
  owner = await createPerson(runtime);
});
afterAll(async () => {
  await runtime.end();
  await bucket.close();
  rmSync(folder, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(runtime.url + path, { headers: { cookie: runtime.as(owner), ...headers } });

test("an upload into a bucket pauses while it is away, continues, is checked, read and swept", async () => {
  const bytes = randomBytes(12_000_000);
  const path = (await begin(runtime, owner, bytes.length)).headers.get("location") ?? "";
  let at = 0;
  for (const size of [262_144, 524_288, 7_000_000]) {
    expect((await patch(runtime, owner, path, at, bytes.subarray(at, at + size))).status).toBe(204);
    at += size;
  }
  away = true;
  const quiet = vi.spyOn(runtime.log, "warn").mockImplementation(() => undefined);
  expect((await patch(runtime, owner, path, at, bytes.subarray(at))).status).toBe(503);
  expect((await tus(runtime, owner, path, { method: "HEAD" })).status).toBe(503);
  expect((await begin(runtime, owner, 10)).status).toBe(503);
  away = false;
  quiet.mockRestore();
  expect((await tus(runtime, owner, path, { method: "HEAD" })).headers.get("upload-offset")).toBe(String(at));
  expect((await patch(runtime, owner, path, at, bytes.subarray(at))).status).toBe(204);
  const id = path.replace("/files/", "");
  const state = async () => (await runtime.db.select().from(files).where(eq(files.id, id)))[0]?.state;
  await expect.poll(state).toBe("ready");
  expect(Buffer.from(await (await get(`${path}/x`)).arrayBuffer()).equals(bytes)).toBe(true);
  const part = await get(`${path}/x`, { range: "bytes=5242870-5242889" });
  expect(part.status).toBe(206);
  expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(5_242_870, 5_242_890))).toBe(true);
  away = true;
  expect((await get(`${path}/x`)).status).toBe(503);
  away = false;
  expect(readdirSync(folder), "local copies are gone").toEqual([]);
  runtime.setNow(new Date(Date.now() + 8 * 86_400_000));
  await sweepFiles(runtime);
  expect([bucket.store.objects.size, bucket.store.uploads.size]).toEqual([0, 0]);
});
