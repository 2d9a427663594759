import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll } from "vitest";
import { openDisk } from "#src/adapters/storage/disk/open-disk.ts";
import { openFilesHouse, tus } from "#tests/support/files.ts";
import { createPerson } from "#tests/support/people.ts";
import { files } from "./tables.ts";

/** The address of an upload that began, without the path before its id. */
export const idOf = (answer: Response) => (answer.headers.get("location") ?? "").replace("/files/", "");

/** A house for one test file, with two people; what is asked about an upload is asked by its owner. */
export const tusWorld = async () => {
  const house = await openFilesHouse({ env: { LIMITS_FACTOR: "1000" } });
  afterAll(() => house.end());
  const owner = await createPerson(house);
  const other = await createPerson(house);
  const rowOf = async (id: string) => (await house.db.select().from(files).where(eq(files.id, id)))[0];
  const original = (id: string) =>
    fetch(`${house.url}/files/${id}/x`, { headers: { cookie: house.as(owner) } }).then((r) => r.arrayBuffer());
  const offsetOf = async (id: string) =>
    (await tus(house, owner, `/files/${id}`, { method: "HEAD" })).headers.get("upload-offset");
  const onDisk = async (id: string) =>
    (await openDisk(join(house.folder, "files")).received({ key: id, ref: "" })) ?? 0;
  return { house, owner, other, rowOf, original, offsetOf, onDisk };
};
