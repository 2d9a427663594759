import { unzipSync } from "fflate";
import { expect, test } from "vitest";
import { type HeldFile, heldRows } from "#src/platform/personal-data.ts";
import { archiveOf } from "./my-data.ts";

async function* held(): AsyncIterable<HeldFile> {
  yield { path: "account/profile.json", rows: { name: "Zoë", at: new Date("2026-03-10T12:00:00Z") } };
  const bytes = new Uint8Array([1, 2, 3]);
  yield { path: "files/ünï.bin", size: 3, open: async () => new Blob([bytes]).stream() };
}

async function* rowsUpTo(many: number) {
  for (let at = 1; at <= many; at += 1) yield { at, text: `line\n${"x".repeat(300)}` };
}

const all = async <T>(from: AsyncIterable<T>): Promise<T[]> => {
  const found = [];
  for await (const one of from) found.push(one);
  return found;
};

test("many rows are one JSON array, sent in parts; no file is made of none", async () => {
  const [file] = await all(heldRows("chat.json", rowsUpTo(1_000)));
  if (!file || !("open" in file)) throw new Error("no file");
  const parts = await all(await file.open());
  expect(parts.length).toBeGreaterThan(3);
  const rows = await all(rowsUpTo(1_000));
  expect(Buffer.concat(parts).toString()).toBe(JSON.stringify(rows, null, 2));
  expect(await all(heldRows("chat.json", rowsUpTo(0)))).toEqual([]);
});

test("the archive opens, and holds JSON and bytes as they are", async () => {
  const stream = await archiveOf(held(), new Date("2026-03-10T12:00:00Z"));
  const files = unzipSync(new Uint8Array(await new Response(stream).arrayBuffer()));
  expect(Object.keys(files)).toEqual(["READ-ME.txt", "account/profile.json", "files/ünï.bin"]);
  const profile = JSON.parse(new TextDecoder().decode(files["account/profile.json"]));
  expect(profile).toEqual({ name: "Zoë", at: "2026-03-10T12:00:00.000Z" });
  expect(files["files/ünï.bin"]).toEqual(new Uint8Array([1, 2, 3]));
});
