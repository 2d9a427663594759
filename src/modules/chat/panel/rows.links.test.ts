import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sized } from "#tests/support/full-run.ts";
import { beginningOf, piecesOf } from "./rows.ts";

const linksOf = (text: string) => piecesOf(text).flatMap(({ text: part, href }) => (href ? [[part, href]] : []));

describe("addresses in a text", () => {
  test.each([
    ["See https://example.com/a.", [["https://example.com/a", "https://example.com/a"]]],
    ["(https://example.com/a_(b))", [["https://example.com/a_(b)", "https://example.com/a_(b)"]]],
    ["www.example.com, please", [["www.example.com", "https://www.example.com/"]]],
    ["http://a.de/?q=1&b=2#c!", [["http://a.de/?q=1&b=2#c", "http://a.de/?q=1&b=2#c"]]],
    [
      "https://a.de https://b.de",
      [
        ["https://a.de", "https://a.de/"],
        ["https://b.de", "https://b.de/"],
      ],
    ],
    ["javascript:alert(1) data:text/html,x file:///etc/passwd", []],
    ["https:// https://nodots mailto:a@b.de", []],
    ['<a href="https://x.de/">', [["https://x.de/", "https://x.de/"]]],
  ])("%s", (text, links) => expect(linksOf(text)).toEqual(links));

  test("the pieces are the text again, letter for letter, and only the web is linked", () => {
    const part = fc.oneof(
      fc.string(),
      fc.string({ unit: "binary" }),
      fc.constantFrom("https://", "www.", "javascript:", "<script>", "\u202e", "\u2067", "\n", ")", "👩‍🔬", "a.de/"),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const text = parts.join("");
        const pieces = piecesOf(text);
        expect(pieces.map((piece) => piece.text).join("")).toBe(text);
        for (const { href } of pieces) if (href) expect(new URL(href).protocol).toMatch(/^https?:$/);
      }),
      { numRuns: sized(1_000, 20_000) },
    );
  });
});

describe("the beginning of a text", () => {
  test("short ones are shown at once, ten thousand lines are not", () => {
    expect(beginningOf("Hello\nthere")).toBeNull();
    expect(beginningOf(Array(10_000).fill("x").join("\n"))?.split("\n")).toHaveLength(16);
    expect(beginningOf("y".repeat(10_000))).toHaveLength(1_200);
  });

  test("cuts at a whole letter", () => {
    const cut = beginningOf("👍".repeat(5_000));
    expect([...(cut ?? "")]).toHaveLength(1_200);
    expect(cut?.isWellFormed()).toBe(true);
  });
});
