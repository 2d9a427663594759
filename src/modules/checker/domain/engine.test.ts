import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { machineLike, personLike } from "../../../../tests/support/checked-texts.ts";
import { normalise } from "./normalise.ts";
import { paragraphsOf } from "./report.ts";
import { stripNonProse } from "./strip-non-prose.ts";
import { style, styleNames } from "./style.ts";
import { sentencesOf, tokenise, wordCount } from "./tokenise.ts";
import { read } from "./verdict.ts";

/** The text broken into lines of at most so many characters. */
const wrapped = (text: string, width: number): string =>
  text.replace(new RegExp(`(.{1,${width}})(?: +|$)`, "gm"), "$1\n");

const sentencesIn = (text: string): string[] => {
  const normal = normalise(text);
  const tokens = tokenise(normal.text);
  return sentencesOf(tokens).map(({ from, to }) => normal.text.slice(tokens.start[from], tokens.end[to - 1]));
};

describe("one way of writing", () => {
  test.each([
    ["“It’s” — here…", `"It's" - here...`],
    ["a\u00a0b\r\n\r\nc", "a b c"],
    ["so\u00adft zero\u200bwidth", "soft zerowidth"],
    ["a mark of by\ufefftes in a word", "a mark of bytes in a word"],
    ["ﬁne oﬃce", "fine office"],
    ["e\u0301t\u00e9", "été"],
    ["pаypаl", "paypal"],
    ["слово и word", "слово и word"],
  ])("%j is %j", (text, plain) => expect(normalise(text).text).toBe(plain));

  test("what was folded is counted", () => {
    expect(normalise("pаypаl and zero\u200bwidth").folded).toEqual({ invisible: 1, lookalikes: 2 });
    const symbols = "With α = 0.05, ρ and ν and κB or αs; he said «рука» and «сор» in Russian.";
    expect(normalise(symbols).folded.lookalikes, "only words that mix scripts").toBe(0);
  });

  test("every unit knows its place in the original, whatever is typed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        const { text: plain, at } = normalise(text);
        expect(at.length).toBe(plain.length + 1);
        expect(at.every((position, i) => position >= (at[i - 1] ?? 0))).toBe(true);
        expect(at.at(-1)).toBe(text.length);
      }),
    );
  });
});

describe("sentences", () => {
  test("end at stops, not at abbreviations, initials and numbers", () => {
    expect(sentencesIn("Dr. A. Smith paid 3.50 dollars. He asked, “Why?” Then he left... Quietly!")).toEqual([
      "Dr. A. Smith paid 3.50 dollars.",
      'He asked, "Why?"',
      "Then he left...",
      "Quietly!",
    ]);
  });

  test("are all of the text, in order", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
        const { tokens } = read(text);
        let next = 0;
        for (const { from, to } of sentencesOf(tokens)) {
          expect(from).toBe(next);
          expect(to).toBeGreaterThan(from);
          next = to;
        }
        expect(next).toBe(tokens.lower.length);
      }),
    );
  });
});

describe("what is no prose", () => {
  test("code, tables and references are left out and counted", () => {
    const text =
      "A line of prose that says something.\n```\nlet x = 1;\n```\n| a | b |\nMore prose.\nReferences\nSmith (2020).";
    expect(stripNonProse(text).lines).toEqual({ code: 3, table: 1, references: 2 });
    expect(read(text).text.trim()).toBe("A line of prose that says something. More prose.");
  });

  test("prose that begins like code is prose; code has neighbours that are code", () => {
    const prose = ["public", "private", "import", "for (", "class", "return"].map(
      (one) => `${one} opinion, as we saw, is slow`,
    );
    for (const line of prose)
      expect(stripNonProse(`Most people agree.\n${line}\nand it stays so.`).lines.code, line).toBe(0);
    expect(stripNonProse(`Prose.\n${prose.join("\n")}`).lines.code).toBe(0);
    const java = "public class Walk {\n  private int steps;\n  public int far() {\n    return steps;\n  }\n}";
    expect(stripNonProse(`Here it is:\n${java}\nThat was it.`).lines.code).toBe(6);
    const python = "import numpy as np\nfrom math import pi\ndef area(r):\n    return pi * r";
    expect(stripNonProse(`Here it is:\n${python}`).lines.code).toBe(4);
  });

  test("what was left out is read when that is asked for", () => {
    const text = "A line of prose.\nconst a = 1;\n| a | b | c |\nMore prose.";
    expect(stripNonProse(text).lines).toMatchObject({ code: 1, table: 1 });
    expect(stripNonProse(text, true)).toMatchObject({ lines: { code: 0, table: 0, references: 0 } });
    expect(read(text, true).text).toContain("const a = 1");
  });

  test("marks of Markdown are not read", () => {
    expect(read("# Title\n\n- **one** thing\n- two `things`").text.trim()).toBe("Title one thing two things");
  });

  test("prose that was broken into the lines of a column is prose, at any width", () => {
    const prose = `${machineLike}\n\n${personLike}`;
    for (const width of [24, 32, 40, 48, 60])
      expect(stripNonProse(wrapped(prose, width)).shape, `${width}`).toBe("prose");
    const sonnet = `When I consider how my light is spent,\nEre half my days, in this dark world and wide,\nAnd that one talent which is death to hide\nLodged with me useless, though my soul more bent\nTo serve therewith my Maker, and present\nMy true account, lest he returning chide;\n"Doth God exact day-labour, light denied?"\nI fondly ask. But patience, to prevent\nThat murmur, soon replies, "God doth not need\nEither man's work or his own gifts; who best\nBear his mild yoke, they serve him best. His state\nIs kingly. Thousands at his bidding speed\nAnd post o'er land and ocean without rest:\nThey also serve who only stand and wait."`;
    expect(stripNonProse(sonnet).shape).toBe("verse");
  });

  test("a poem, a list and code are no prose", () => {
    const verse = Array.from({ length: 12 }, (_, at) => `the river number ${at} goes\nover stones at night`).join("\n");
    const list = Array.from({ length: 9 }, (_, at) => `- thing number ${at} to buy`).join("\n");
    const code = Array.from({ length: 9 }, (_, at) => `const a${at} = f(${at});`).join("\n");
    expect([verse, list, code].map((text) => stripNonProse(text).shape)).toEqual(["verse", "list", "remains"]);
  });
});

describe("style", () => {
  test("has a finite number for every name, whatever is typed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
        const numbers = style(read(text).tokens, new Set(["the"]));
        expect(numbers.length).toBe(styleNames.length);
        expect([...numbers].every(Number.isFinite)).toBe(true);
      }),
    );
  });

  test("rates are per 100 words", () => {
    const { tokens } = read("The dog ran home, barking all the way, and I don't know why it was so very happy today.");
    const of = (name: string) => style(tokens, new Set())[styleNames.indexOf(name)] ?? 0;
    const words = wordCount(tokens);
    expect(of("commaIng")).toBeCloseTo(100 / words);
    expect(of("contractions")).toBeCloseTo(100 / words);
    expect(of("word the")).toBeCloseTo(200 / words);
  });
});

describe("pieces of the shown text", () => {
  test("are the whole text, and each coloured one is its sentence", () => {
    const text = "One is here. Two is\nhere. Three.";
    const pieces = paragraphsOf(text, [{ from: 13, to: 25, level: "some" }]).flat();
    expect(pieces.map(({ text: part, number }) => [part, number])).toEqual([
      ["One is here. ", null],
      ["Two is", 1],
      ["here.", 1],
      [" Three.", null],
    ]);
  });
});

test("a text of stops alone costs a fixed number of look-ups a stop", () => {
  const lookups = (text: string): number => {
    const has = vi.spyOn(Set.prototype, "has");
    tokenise(text);
    const count = has.mock.calls.length;
    has.mockRestore();
    return count;
  };
  for (const part of [". ", "? ) ", ".\n"])
    expect(lookups(part.repeat(2_000)) / lookups(part.repeat(1_000))).toBeCloseTo(2, 1);
});
