import fc from "fast-check";
import { expect, test } from "vitest";
import { isKeyOf, keyHash, newKeyText, readKeyText } from "./keys.ts";

const secret = "a secret for tests that is long enough";

test("a key is read again, and is its own alone", () => {
  const [one, other] = [newKeyText(), newKeyText()];
  expect(readKeyText(one.whole)).toEqual(one);
  expect(one.whole.startsWith(`pwk_${one.prefix}_`)).toBe(true);
  const hash = keyHash(secret, one);
  expect(hash).not.toContain(one.whole.slice(13));
  expect(isKeyOf(secret, one, hash)).toBe(true);
  expect(isKeyOf(secret, other, hash)).toBe(false);
  expect(isKeyOf("another secret that is long enough too", one, hash)).toBe(false);
  expect(isKeyOf(secret, one, "")).toBe(false);
});

test("a key with one other character is not the key", () => {
  const key = newKeyText();
  const hash = keyHash(secret, key);
  fc.assert(
    fc.property(fc.nat(key.whole.length - 1), fc.constantFrom(..."aZ0_-"), (at, letter) => {
      const changed = key.whole.slice(0, at) + letter + key.whole.slice(at + 1);
      const read = readKeyText(changed);
      expect(read !== null && isKeyOf(secret, read, hash)).toBe(changed === key.whole);
    }),
  );
});

test.each(["", "pwk_", "Bearer x", "pwk_ABCDEFGH_x", `pwk_abcdefgh_${"a".repeat(44)}`, ` ${newKeyText().whole}`])(
  "%j is no key",
  (text) => expect(readKeyText(text)).toBeNull(),
);
