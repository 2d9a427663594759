import { unzipSync } from "fflate";
import { expect, test } from "vitest";
import type { HeldFile } from "#src/platform/personal-data.ts";
import { archiveOf } from "./archive.ts";

async function* held(): AsyncIterable<HeldFile> {
  yield { path: "account/profile.json", rows: { name: "Zoë", at: new Date("2026-03-10T12:00:00Z") } };
  const bytes = new Uint8Array([1, 2, 3]);
  yield { path: "files/ünï.bin", size: 3, open: async () => new Blob([bytes]).stream() };
}

test("the archive opens, and holds JSON and bytes as they are", async () => {
  const stream = await archiveOf(held(), new Date("2026-03-10T12:00:00Z"));
  const files = unzipSync(new Uint8Array(await new Response(stream).arrayBuffer()));
  expect(Object.keys(files)).toEqual(["READ-ME.txt", "account/profile.json", "files/ünï.bin"]);
  const profile = JSON.parse(new TextDecoder().decode(files["account/profile.json"]));
  expect(profile).toEqual({ name: "Zoë", at: "2026-03-10T12:00:00.000Z" });
  expect(files["files/ünï.bin"]).toEqual(new Uint8Array([1, 2, 3]));
});
