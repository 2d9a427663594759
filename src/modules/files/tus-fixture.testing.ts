import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll } from "vitest";
import { openDisk } from "#src/adapters/storage/disk/open-disk.ts";
import { openFilesRuntime, tus } from "#tests/support/files.ts";
import { createPerson } from "#tests/support/people.ts";
import type { FilePolicy } from "./ports.ts";
import { files } from "./tables.ts";

/** The address of an upload that began, without the path before its id. */
export const idOf = (answer: Response) => (answer.headers.get("location") ?? "").replace("/files/", "");

const everybody: FilePolicy = { purpose: "order", maySee: async () => true };

/** A runtime for one test file, with two people; what is asked about an upload is asked by its owner. */
export const tusFixture = async () => {
  const runtime = await openFilesRuntime({ env: { LIMITS_FACTOR: "1000" }, filePolicies: [everybody] });
  afterAll(() => runtime.end());
  const owner = await createPerson(runtime);
  const other = await createPerson(runtime);
  const rowOf = async (id: string) => (await runtime.db.select().from(files).where(eq(files.id, id)))[0];
  const original = (id: string) =>
    fetch(`${runtime.url}/files/${id}/x`, { headers: { cookie: runtime.as(owner) } }).then((r) => r.arrayBuffer());
  const offsetOf = async (id: string) =>
    (await tus(runtime, owner, `/files/${id}`, { method: "HEAD" })).headers.get("upload-offset");
  const onDisk = async (id: string) =>
    (await openDisk(join(runtime.folder, "files")).received({ key: id, ref: "" })) ?? 0;
  return { runtime, owner, other, rowOf, original, offsetOf, onDisk };
};
