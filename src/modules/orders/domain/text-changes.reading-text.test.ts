import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fitsPdf, readingParts } from "./text-changes.ts";

const kinds = (text: string) => readingParts(text).map(({ kind, text: part }) => `${kind}: ${part}`);

describe("the parts of a delivered text", () => {
  test("marked headings and headings on a line of their own are found, sentences are not", () => {
    const text =
      "# Sleep\r\n\r\nIntroduction\r\n\r\nFew sleep enough.\n\nShort sentence.\n\n## Sources ##\n\nOne, 2019.";
    expect(kinds(text)).toEqual([
      "heading: Sleep",
      "heading: Introduction",
      "paragraph: Few sleep enough.",
      "paragraph: Short sentence.",
      "heading: Sources",
      "paragraph: One, 2019.",
    ]);
  });

  test("the last line, a quotation and lines that belong together stay paragraphs", () => {
    expect(kinds("To be\nor not to be\n\n“Said he”\n\nYours truly")).toEqual([
      "paragraph: To be\nor not to be",
      "paragraph: “Said he”",
      "paragraph: Yours truly",
    ]);
  });

  test("no word is lost, whatever was written, and every place has a name of its own", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
        const parts = readingParts(text);
        const letters = (part: string) => part.replaceAll(/[\s#]/g, "");
        expect(letters(parts.map((part) => part.text).join(""))).toBe(letters(text));
        const ids = parts.map((part) => part.id);
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });

  test("a PDF takes Latin, Vietnamese, Greek and Cyrillic, and neither Chinese nor pictures", () => {
    expect(fitsPdf("Ngôn ngữ, память, μνήμη × 2")).toBe(true);
    expect(fitsPdf("記憶")).toBe(false);
    expect(fitsPdf("moon 🌙")).toBe(false);
  });
});
