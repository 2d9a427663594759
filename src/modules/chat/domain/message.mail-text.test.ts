import fc from "fast-check";
import { expect, test } from "vitest";
import { mailParts } from "./message.ts";

test("a short text is one part, a blank one is none", () => {
  expect(mailParts("Two\n\nlines\n")).toEqual(["Two\n\nlines"]);
  expect(mailParts(" \n ")).toEqual([]);
});

test("no part is too long for a mail, and no letter is lost", () => {
  const text = fc.array(fc.string({ unit: "grapheme", minLength: 1, maxLength: 3000 }), { maxLength: 8 });
  fc.assert(
    fc.property(text, fc.constantFrom("\n", " ", ""), (pieces, between) => {
      const whole = pieces.join(between);
      const parts = mailParts(whole);
      for (const part of parts) expect(part.length).toBeLessThanOrEqual(4_500);
      const bare = (one: string) => one.replace(/\s/g, "");
      expect(bare(parts.join(""))).toBe(bare(whole));
      expect(parts.every((part) => part.isWellFormed())).toBe(whole.isWellFormed());
    }),
  );
});
