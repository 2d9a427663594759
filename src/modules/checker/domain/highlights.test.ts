import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { machineLike } from "../../../../tests/support/checked-texts.ts";
import { loadModel, modelFile } from "../checker-work.ts";
import { paragraphsOf, reportOf } from "./report.ts";

const model = loadModel(modelFile("."))?.model;
if (!model) throw new Error("There is no model.");

const sentences = machineLike.split(/(?<=[.!?])\s+/);
/** What may stand inside a word or around one and changes nothing of what is read. */
const hidden = fc.constantFrom("\u200b", "\u00ad", "\u2060", "\ufeff");
const gap = fc.constantFrom(" ", "\n", "\r\n\r\n", "\u00a0", "  ", "\u2003", "\t");

/** The sentences of a machine-like text, each with hidden characters somewhere inside, and gaps of any kind. */
const disguised = fc
  .tuple(
    fc.array(fc.tuple(fc.nat(), hidden), { minLength: sentences.length, maxLength: sentences.length }),
    fc.array(gap, { minLength: sentences.length, maxLength: sentences.length }),
  )
  .map(([marks, gaps]) =>
    sentences.map((sentence, at) => {
      const [place, mark] = marks[at] ?? [0, ""];
      const inside = 1 + (place % (sentence.length - 2));
      return { text: sentence.slice(0, inside) + mark + sentence.slice(inside), gap: gaps[at] ?? " " };
    }),
  );

describe("places of coloured sentences", () => {
  test("each is exactly one sentence of what was pasted, whatever hides in it", () => {
    let coloured = 0;
    fc.assert(
      fc.property(disguised, (parts) => {
        const text = parts.map((part) => part.text + part.gap).join("");
        const known = new Set(parts.map((part) => part.text));
        const { highlights } = reportOf(model, text);
        coloured += highlights.length;
        for (const { from, to } of highlights) expect(known).toContain(text.slice(from, to));
      }),
      { numRuns: 60 },
    );
    expect(coloured).toBeGreaterThan(60);
  });

  test("whatever is typed around them, they lie inside the text in order, cut no character, and nothing is lost", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), fc.nat(sentences.length), (strange, at) => {
        const text = [...sentences.slice(0, at), strange, ...sentences.slice(at)].join(" ");
        const { highlights } = reportOf(model, text);
        let end = 0;
        for (const { from, to } of highlights) {
          expect(from).toBeGreaterThanOrEqual(end);
          expect(to).toBeGreaterThan(from);
          for (const cut of [from, to])
            expect(/^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(Math.max(0, cut - 1), cut + 1)) && cut > 0).toBe(
              false,
            );
          end = to;
        }
        expect(end).toBeLessThanOrEqual(text.length);
        const shown = paragraphsOf(text, highlights)
          .flat()
          .map((piece) => piece.text);
        expect(shown.join("")).toBe(text.replaceAll("\n", ""));
      }),
      { numRuns: 100, examples: [["\u0000\u{112df}", 8]] },
    );
  });
});
