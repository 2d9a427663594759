import { constants, deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Refused } from "../results.ts";
import { inflate } from "./inflate.ts";

function unpacked(packed: Uint8Array, portion: number): Buffer {
  const parts: Buffer[] = [];
  let at = 0;
  inflate(
    () => {
      const bytes = packed.subarray(at, at + portion);
      at += portion;
      return bytes;
    },
    (bytes) => parts.push(Buffer.from(bytes)),
  );
  return Buffer.concat(parts);
}

const { Z_DEFAULT_STRATEGY, Z_FIXED, Z_HUFFMAN_ONLY, Z_RLE } = constants;

/** Texts, noise and long runs in one: all kinds of blocks and distances. */
const content = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc
        .tuple(fc.uint8Array({ minLength: 1, maxLength: 40 }), fc.integer({ min: 1, max: 3000 }))
        .map(([bytes, times]) =>
          Uint8Array.from({ length: bytes.length * times }, (_, i) => bytes[i % bytes.length] ?? 0),
        ),
      fc.integer({ min: 1, max: 80_000 }).map((n) => Uint8Array.from({ length: n }, (_, i) => (i * i * 31 + n) >> 3)),
    ),
    { maxLength: 6 },
  )
  .map((parts) => Buffer.concat(parts));

test("gives back whatever zlib packed, in portions of any length", () => {
  fc.assert(
    fc.property(
      content,
      fc.integer({ min: 0, max: 9 }),
      fc.constantFrom(Z_DEFAULT_STRATEGY, Z_FIXED, Z_HUFFMAN_ONLY, Z_RLE),
      fc.integer({ min: 1, max: 70_000 }),
      (data, level, strategy, portion) => {
        const packed = new Uint8Array(deflateRawSync(data, { level, strategy }));
        expect(Buffer.compare(unpacked(packed, portion), data)).toBe(0);
      },
    ),
    { numRuns: 150 },
  );
});

test("noise and cut streams end in a refusal, never in anything else", () => {
  const ends = (packed: Uint8Array): boolean => {
    try {
      unpacked(packed, 1000);
      return true;
    } catch (error) {
      return error instanceof Refused;
    }
  };
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (noise) => {
      expect(ends(noise)).toBe(true);
    }),
    { numRuns: 2000 },
  );
  const whole = new Uint8Array(deflateRawSync(Buffer.from("some words ".repeat(200))));
  for (let cut = 0; cut < whole.length; cut++) expect(() => unpacked(whole.subarray(0, cut), 7)).toThrow(Refused);
});
