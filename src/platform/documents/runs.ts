import type { PDFFont, PDFRef } from "@cantoo/pdf-lib";
import bidiFactory from "bidi-js";

export type Weight = 400 | 600;

/** For each UTF-16 unit of a text its depth in the order of directions (Unicode UAX 9); null: all from left to right. */
export type Levels = Uint8Array | null;

/** One letter as it is drawn: its code in the PDF font, and in thousandths of the size its place and how far it leads. */
type Glyph = { cid: number; x: number; y: number; advance: number; nominal: number };
export type Shaped = {
  font: { readonly ref: PDFRef };
  glyphs: readonly Glyph[];
  /** In thousandths of the size. */
  width: number;
  /** The text, where reading it from the glyphs would change its order. */
  actualText: string | null;
};

/** What is drawn with one font. Widths in points. */
export type Run = { width: number; level: number } & ({ text: string; font: PDFFont } | { shaped: Shaped });

/** Letters with what belongs to them: marks, joined emoji. */
export const clusters = new Intl.Segmenter("en", { granularity: "grapheme" });

// The package's types name its default export twice; what is imported is the function itself.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();

/** Letters of scripts that run from right to left, and what turns a line round. */
const turning =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u{10800}-\u{10fff}\u{1e800}-\u{1efff}\u200f\u2067]/u;

/** The depth in the order of directions of each UTF-16 unit of a line's text (Unicode UAX 9); null: all from left to right. */
export const levelsOf = (text: string): Levels =>
  turning.test(text) ? bidi.getEmbeddingLevels(text, "auto").levels : null;

/** A bracket as it is drawn where a text runs from right to left. */
export const mirrored = (letter: string): string => bidi.getMirroredCharacter(letter) ?? letter;

/** The runs of a line as they stand from left to right (UAX 9, rule L2). */
export function inOrder<R extends Pick<Run, "level">>(runs: readonly R[]): readonly R[] {
  const most = Math.max(0, ...runs.map(({ level }) => level));
  const line = [...runs];
  for (let depth = most; depth > 0; depth -= 1)
    for (let from = 0; from < line.length; from += 1) {
      let to = from;
      while ((line[to]?.level ?? -1) >= depth) to += 1;
      if (to > from + 1) line.splice(from, to - from, ...line.slice(from, to).reverse());
      from = Math.max(from, to - 1);
    }
  return line;
}
