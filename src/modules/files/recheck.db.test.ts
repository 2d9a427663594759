import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { PDFDocument } from "@cantoo/pdf-lib";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openDisk } from "#src/adapters/storage/disk/open-disk.ts";
import { newId } from "#src/platform/ids.ts";
import type { Person } from "#src/shared/viewer.ts";
import { type FilesRuntime, openFilesRuntime, send } from "#tests/support/files.ts";
import { createPerson } from "#tests/support/people.ts";
import { checkFiles } from "./check/check-files.ts";
import { recheckFiles } from "./check/inspect-file.ts";
import { cleanerVersion } from "./clean/index.server.ts";
import { reconcileFiles, sweepFiles } from "./jobs.ts";
import { type FileRow, files } from "./tables.ts";

let runtime: FilesRuntime;
let owner: Person;
let friend: Person;
beforeAll(async () => {
  runtime = await openFilesRuntime({ filePolicies: [{ purpose: "order", maySee: async () => true }] });
  owner = await createPerson(runtime);
  friend = await createPerson(runtime);
});
afterAll(() => runtime.end());

const rowOf = async (id: string) => (await runtime.db.select().from(files).where(eq(files.id, id)))[0];
const set = (id: string, more: Partial<FileRow>) => runtime.db.update(files).set(more).where(eq(files.id, id));
const get = (id: string, who = friend) =>
  fetch(`${runtime.url}/files/${id}/x`, { headers: { cookie: runtime.as(who) } });
const stored = (id: string) =>
  readdirSync(join(runtime.folder, "files"), { recursive: true, encoding: "utf8" })
    .flatMap((name) => name.split("/").slice(-1))
    .filter((name) => name.startsWith(id))
    .map((name) => name.slice(id.length))
    .sort();

/** A checked file that is attached. */
const sent = async (bytes: Uint8Array, name: string) => {
  const id = await send(runtime, owner, { bytes, name });
  await expect.poll(async () => (await rowOf(id))?.state).toBe("ready");
  await set(id, { attachedTo: newId(), expiresAt: null });
  return id;
};
const paper = async () => {
  const document = await PDFDocument.create();
  document.setAuthor("Jane Doe");
  document.addPage([300, 400]);
  return document.save();
};
const photo = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: "#357" } })
    .withExif({ IFD0: { Artist: "Jane Doe" } })
    .jpeg()
    .toBuffer();
const oldDoc = Buffer.concat([Buffer.from("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "latin1"), Buffer.alloc(5000)]);

test("what an older cleaner could not clean goes to others, old copies give way, and nothing is taken away", async () => {
  const closed = await sent(await paper(), "closed.pdf");
  await set(closed, { cleanVersion: 0, cleanState: "cannot", refusal: "Files inside.", thumbKey: null });
  const copied = await sent(await photo(), "copied.jpg");
  const before = `${copied}.clean`;
  await openDisk(join(runtime.folder, "files")).put(before, [Buffer.from("older copy of Jane Doe")] as never);
  await set(copied, { cleanVersion: 1, cleanKey: before, cleanSize: 22 });
  expect(await (await get(copied)).text()).toBe("older copy of Jane Doe");
  const allowed = await sent(oldDoc, "allowed.doc");
  await set(allowed, { cleanVersion: 0, cleanState: "none", refusal: null });
  const refused = await sent(oldDoc, "refused.doc");
  await set(refused, { cleanVersion: 0, refusal: "old words" });
  const current = await sent(Buffer.from("words"), "current.txt");
  expect((await get(closed)).status).toBe(409);

  expect(await recheckFiles(runtime)).toBe(4);
  expect(await recheckFiles(runtime), "once is enough").toBe(0);

  const now = await get(closed);
  expect([now.status, Buffer.from(await now.arrayBuffer()).includes("Jane Doe")]).toEqual([200, false]);
  expect(await rowOf(closed)).toMatchObject({ cleanState: "done", refusal: null, thumbType: "image/webp" });
  const copy = Buffer.from(await (await get(copied)).arrayBuffer());
  expect([(await sharp(copy).metadata()).width, copy.includes("Jane Doe")]).toEqual([60, false]);
  expect(stored(copied), "the older copy is gone").toEqual(["", `.clean${cleanerVersion}`, ".thumb"]);
  expect((await get(allowed)).status, "its owner let it go").toBe(200);
  expect((await get(refused)).status).toBe(409);
  expect((await rowOf(refused))?.refusal).toContain("author");
  expect((await get(current)).status).toBe(200);

  await set(copied, { attachedTo: null, expiresAt: new Date(0) });
  await sweepFiles(runtime);
  expect(stored(copied), "copies go with their file").toEqual([]);
});

test("a file whose bytes are missing does not stop the others, and is not tried for ever", async () => {
  const lost = await sent(await photo(), "lost.jpg");
  const next = await sent(await photo(), "next.jpg");
  for (const id of [lost, next]) await set(id, { cleanVersion: 0, cleanState: "cannot" });
  await openDisk(join(runtime.folder, "files")).remove({ key: lost, ref: "" });
  const quiet = vi.spyOn(runtime.log, "warn").mockImplementation(() => undefined);
  expect(await recheckFiles(runtime)).toBe(1);
  expect(quiet).toHaveBeenCalledOnce();
  expect(await recheckFiles(runtime)).toBe(0);
  quiet.mockRestore();
  expect((await get(next)).status).toBe(200);
  expect(existsSync(join(runtime.folder, "look")) ? readdirSync(join(runtime.folder, "look")) : []).toEqual([]);
  expect((await reconcileFiles(runtime)).strays).toBe(0);
});

test("a check that is due is done by one of two processes, and after its lease where the first one died", async () => {
  const id = await sent(await paper(), "paper.pdf");
  await set(id, { state: "checking", checkAt: runtime.clock(), checkTries: 0 });
  expect((await Promise.all([checkFiles(runtime), checkFiles(runtime)])).toSorted()).toEqual([0, 1]);
  const leased = new Date(runtime.clock().getTime() + 10_000);
  await set(id, { state: "checking", checkAt: leased, checkTries: 1, checkUntil: new Date(Date.now() - 1) });
  expect(await checkFiles(runtime), "another process has it").toBe(0);
  runtime.setNow(leased);
  expect(await checkFiles(runtime)).toBe(1);
  expect((await rowOf(id))?.state).toBe("ready");
});
