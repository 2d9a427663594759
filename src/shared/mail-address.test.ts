import fc from "fast-check";
import { expect, test } from "vitest";
import { mailAddress } from "./mail-address.ts";

test.each([
  ["ada@example.org", "ada@example.org"],
  ["  Ada.Winter@Example.ORG\t", "ada.winter@example.org"],
  ["ADA+Shop@EXAMPLE.org", "ada+shop@example.org"],
  ["I@EXAMPLE.ORG", "i@example.org"],
])("%j is compared as %s", (typed, form) => {
  expect(mailAddress(typed)).toBe(form);
});

/** Letters that lower or upper case, or a Unicode normal form, turns into ASCII ones. */
test.each([
  ["Kelvin sign", "mi\u212Ae@example.org"],
  ["Kelvin sign in the domain", "ada@boo\u212As.example"],
  ["dotted capital I", "\u0130da@example.org"],
  ["dotless i", "\u0131da@example.org"],
  ["long s", "\u017Fam@example.org"],
  ["sharp s", "wei\u00DF@example.org"],
  ["ligature", "\uFB01n@example.org"],
  ["full width", "\uFF41da@example.org"],
  ["full-width @", "ada\uFF20example.org"],
  ["Cyrillic a", "\u0430da@example.org"],
  ["accent apart", "ada\u0301@example.org"],
  ["zero width", "a\u200Bda@example.org"],
  ["NUL", "ada\u0000@example.org"],
  ["line end", "ada@example.org\nbcc: eve@example.org"],
  ["lone surrogate", "\uD800da@example.org"],
  ["two", "ada@example.org,eve@example.org"],
  ["none", ""],
])("%s: %j is no address", (_, typed) => {
  expect(mailAddress(typed)).toBeNull();
});

test("whatever it lets through is ASCII, has one form, and differs from what was typed by case and spaces alone", () => {
  const odd = fc.constantFrom("\u212A", "\u0130", "\u0131", "\u017F", "\uFB01", "K", "k", "i", "I", "s");
  const typed = fc.tuple(
    fc.array(odd, { minLength: 1, maxLength: 6 }),
    fc.constantFrom("@example.org", "@EXAMPLE.\u212Ao"),
  );
  fc.assert(
    fc.property(typed, ([letters, end]) => {
      const text = letters.join("") + end;
      const form = mailAddress(text);
      if (form === null) return;
      expect(text).toMatch(/^[\x21-\x7e]+$/);
      expect(form).toBe(mailAddress(form));
      expect(form).toBe(text.toLowerCase());
    }),
  );
});
