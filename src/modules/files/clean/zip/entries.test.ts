import { constants, deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Refused } from "../results.ts";
import { hostileZip } from "../samples/zip.ts";
import { memorySource } from "../source.ts";
import { readDirectory } from "./directory.ts";
import { unpack } from "./entries.ts";

async function unpacked(data: Uint8Array, packed: Uint8Array, size = data.length): Promise<Buffer> {
  const source = memorySource(hostileZip([{ name: "a", data, packed, size }]));
  const parts: Buffer[] = [];
  for (const entry of readDirectory(source)) await unpack(source, entry, (bytes) => parts.push(Buffer.from(bytes)));
  return Buffer.concat(parts);
}

test("gives back what was packed, whatever the kind of block", async () => {
  const content = fc
    .tuple(fc.uint8Array({ maxLength: 300 }), fc.integer({ min: 1, max: 2000 }))
    .map(([bytes, times]) => Buffer.concat(Array.from({ length: times }, () => bytes)).subarray(0, 900_000));
  const { Z_DEFAULT_STRATEGY, Z_FIXED, Z_HUFFMAN_ONLY, Z_RLE } = constants;
  const strategies = fc.constantFrom(Z_DEFAULT_STRATEGY, Z_FIXED, Z_HUFFMAN_ONLY, Z_RLE);
  await fc.assert(
    fc.asyncProperty(content, fc.integer({ min: 0, max: 9 }), strategies, async (data, level, strategy) => {
      const packed = new Uint8Array(deflateRawSync(data, { level, strategy }));
      expect(Buffer.compare(await unpacked(data, packed), data)).toBe(0);
    }),
    { numRuns: 60 },
  );
});

const text = new TextEncoder().encode("some words ".repeat(200));
const whole = new Uint8Array(deflateRawSync(text));

test("noise, cut streams and bytes behind the end are refused", async () => {
  for (let cut = 0; cut < whole.length; cut += 1)
    await expect(unpacked(text, whole.subarray(0, cut))).rejects.toThrow(Refused);
  await expect(unpacked(text, new Uint8Array([...whole, 1, 2, 3]))).rejects.toThrow(Refused);
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 400 }), async (noise) => {
      await expect(unpacked(text, noise)).rejects.toThrow(Refused);
    }),
    { numRuns: 200 },
  );
});

test("a part that is larger than it says ends after the first chunk too many", async () => {
  const block = deflateRawSync(Buffer.alloc(1024 * 1024), { finishFlush: constants.Z_SYNC_FLUSH });
  const zeros = new Uint8Array(Buffer.concat([...Array<Buffer>(500).fill(block), deflateRawSync(Buffer.alloc(0))]));
  const source = memorySource(hostileZip([{ name: "a", data: new Uint8Array(100_000), packed: zeros }]));
  const [entry] = readDirectory(source);
  let seen = 0;
  const count = (bytes: Uint8Array): void => {
    seen += bytes.length;
  };
  await expect(entry && unpack(source, entry, count)).rejects.toThrow("larger than we open");
  expect(seen).toBeLessThan(200_000);
});
