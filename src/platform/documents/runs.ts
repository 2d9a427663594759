import type { PDFFont, PDFRef } from "@cantoo/pdf-lib";

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
