import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findIn, markedParts, matchesSearch, searchable } from "./search.ts";

describe("a text and its search", () => {
  test.each([
    ["lukasz", "Łukasz Nowak"],
    ["ŁUKASZ", "lukasz"],
    ["nandu", "Ñandú"],
    ["strasse", "Hauptstraße 5"],
    ["oystein", "Øystein"],
    ["istanbul", "İstanbul"],
    ["жизнь", "ЖИЗНЬ"],
    ["о елке", "О ёлке"],
    ["σισυφος", "Σίσυφος"],
    ["o'brien", "O’Brien"],
    ["O’Brien", "O'Brien"],
    ["obrien", "O‘Brien"],
    ["li", "Li Wei"],
    ["wu", "Anna Wu"],
    ["小龙", "李小龙"],
    ["anna essay", "Essay on rivers, Anna Kowalska"],
    ["ａｂｃ７", "ABC7xyz"],
    ["anna@example.test", "Anna anna@example.test"],
    ["so\u00adft\u200b ware", "software ware"],
    ["row", "Kowrowski"],
    ["", "anything"],
    ["  ", "anything"],
  ])("%j finds %j", (search, text) => expect(matchesSearch(text, search)).toBe(true));

  test.each([
    ["li", "Emilia"],
    ["anna poem", "Essay on rivers, Anna"],
    ["\u200b\u2060", "anything"],
    ["%", "100 %"],
    ["a_b", "axb"],
  ])("%j does not find %j", (search, text) => expect(matchesSearch(text, search)).toBe(false));

  test("accents, case, signs between words and what nobody sees change nothing", () => {
    const dressed = fc.string({ unit: fc.constantFrom("a", "é", "ł", "Ž", "7", "ß", "ж", "’", " ", "-", "\u200d") });
    fc.assert(
      fc.property(dressed, (text) => {
        const plain = searchable(text);
        expect(searchable(plain)).toBe(plain);
        expect(searchable(text.toUpperCase())).toBe(plain);
        expect(searchable(text.normalize("NFD"))).toBe(plain);
        expect(searchable([...text].join("\u2060"))).toBe(plain);
        if (plain !== "") expect(matchesSearch(text, text)).toBe(true);
      }),
    );
  });
});

test("a list keeps its order, with those first that have words which begin as the search says", () => {
  const found = findIn(["Joanna Bell", "Ben Anna", "Hanna B", "Anna-Lena Bo", "Zoe"], "ann b", (one) => one);
  expect(found).toEqual(["Ben Anna", "Anna-Lena Bo", "Joanna Bell", "Hanna B"]);
});

describe("what a search found is marked", () => {
  const hits = (text: string, search: string) =>
    markedParts(text, search)
      .filter(({ hit }) => hit)
      .map((part) => part.text);

  test.each([
    ["Priya Nair", "NAIR", ["Nair"]],
    ["Łukasz Müller, O’Brien", "mul lukasz o'br", ["Łukasz", "Mül", "O’Br"]],
    ["Banana an", "an", ["an"]],
    ["Priya Nair", "zoe", []],
    ["Priya Nair", "", []],
  ])("%j, %j", (text, search, expected) => expect(hits(text, search)).toEqual(expected));

  test("the parts are the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (text, search) => {
        for (const typed of [search, text, text.slice(1, 4)])
          expect(
            markedParts(text, typed)
              .map((part) => part.text)
              .join(""),
          ).toBe(text);
      }),
    );
  });
});
