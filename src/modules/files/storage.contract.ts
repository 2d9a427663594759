import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#src/platform/ids.ts";
import type { FileStorage } from "./ports.ts";

type Opened = { storage: FileStorage; close: () => Promise<void> };

async function* pieces(bytes: Uint8Array, size = 65_536): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield new Uint8Array(bytes.subarray(at, at + size));
}
async function* broken(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield new Uint8Array(bytes);
  throw new Error("the line was cut");
}
const all = async (storage: FileStorage, key: string, range?: { start: number; end: number }): Promise<Buffer> =>
  Buffer.concat(await (await storage.read(key, range)).toArray());

/** What every storage must do. `open` gives a fresh, empty one. */
export const storageContract = (name: string, open: () => Promise<Opened>) =>
  describe(`${name} keeps the storage contract`, () => {
    let opened: Opened;
    let storage: FileStorage;
    beforeAll(async () => {
      opened = await open();
      storage = opened.storage;
    });
    afterAll(() => opened.close());

    const upload = async () => {
      const key = newId();
      return { key, ref: await storage.begin(key) };
    };

    test("chunks of any size follow each other and come back byte for byte", async () => {
      const bytes = randomBytes(11_534_337);
      const mine = await upload();
      expect(await storage.received(mine)).toBe(0);
      let at = 0;
      for (const size of [1, 262_144, 524_288, 5_242_880, 3, 4_000_000, 20_000_000]) {
        const next = Math.min(at + size, bytes.length);
        expect(await storage.append(mine, at, pieces(bytes.subarray(at, next)))).toBe(next);
        at = next;
        expect(await storage.received(mine)).toBe(at);
      }
      expect(await storage.size(mine.key), "unfinished is not there").toBeNull();
      await storage.finish(mine);
      await storage.finish(mine);
      expect(await storage.size(mine.key)).toBe(bytes.length);
      expect(await storage.received(mine)).toBe(bytes.length);
      expect((await all(storage, mine.key)).equals(bytes)).toBe(true);
      const range = await all(storage, mine.key, { start: 5_242_879, end: 5_242_890 });
      expect(range.equals(bytes.subarray(5_242_879, 5_242_891))).toBe(true);
    });

    test("a source that breaks leaves what arrived, and the upload continues from there", async () => {
      const bytes = randomBytes(700_000);
      const mine = await upload();
      await storage.append(mine, 0, pieces(bytes.subarray(0, 300_000)));
      await expect(storage.append(mine, 300_000, broken(bytes.subarray(300_000, 400_000)))).rejects.toThrow("cut");
      const kept = (await storage.received(mine)) ?? 0;
      expect(kept, "all that arrived").toBe(400_000);
      await storage.append(mine, kept, pieces(bytes.subarray(kept)));
      await storage.finish(mine);
      expect((await all(storage, mine.key)).equals(bytes)).toBe(true);
    });

    test("bytes that do not follow are refused and change nothing", async () => {
      const mine = await upload();
      await storage.append(mine, 0, pieces(randomBytes(1000)));
      await expect(storage.append(mine, 500, pieces(randomBytes(10)))).rejects.toThrow("do not follow");
      await expect(storage.append(mine, 1001, pieces(randomBytes(10)))).rejects.toThrow("do not follow");
      expect(await storage.received(mine)).toBe(1000);
    });

    test.each([0, 1, 6_000_000])("a whole file of %i bytes is put at once, and again", async (size) => {
      const key = `${newId()}.clean`;
      const bytes = randomBytes(size);
      expect(await storage.put(key, pieces(randomBytes(10)))).toBe(10);
      expect(await storage.put(key, pieces(bytes))).toBe(size);
      expect((await all(storage, key)).equals(bytes)).toBe(true);
      const copy = await storage.localCopy(key);
      const { readFile } = await import("node:fs/promises");
      expect((await readFile(copy.path)).equals(bytes)).toBe(true);
      await copy.release();
    });

    test("a whole file whose source breaks leaves nothing", async () => {
      const key = newId();
      await expect(storage.put(key, broken(randomBytes(6_000_000)))).rejects.toThrow("cut");
      expect(await storage.size(key)).toBeNull();
      for await (const stored of storage.list()) expect(stored.key.startsWith(key)).toBe(false);
    });

    test("what is removed is gone, finished or not, and removing it again is fine", async () => {
      const open = await upload();
      await storage.append(open, 0, pieces(randomBytes(100)));
      const whole = { key: newId(), ref: "" };
      await storage.put(whole.key, pieces(randomBytes(100)));
      for (const one of [open, whole, whole, { key: newId(), ref: "" }]) await storage.remove(one);
      expect(await storage.received(open)).toBeNull();
      expect(await storage.size(whole.key)).toBeNull();
      await expect(storage.read(whole.key)).rejects.toThrow();
    });

    test("everything is listed, with what is unfinished", async () => {
      const open = await upload();
      await storage.append(open, 0, pieces(randomBytes(100)));
      const whole = newId();
      await storage.put(whole, pieces(randomBytes(100)));
      const found = new Map<string, boolean>();
      for await (const stored of storage.list()) found.set(stored.key, stored.unfinished);
      expect(found.get(open.key)).toBe(true);
      expect(found.get(whole)).toBe(false);
    });

    test("a key that is not an id is a fault, never a path", async () => {
      for (const key of ["../../x", "/etc/passwd", "x", `${newId()}/../../x`, `${newId()}.clean/x`]) {
        await expect(storage.read(key)).rejects.toThrow();
      }
    });
  });
