import type { Highlight } from "./report.ts";

/** A stretch of a paragraph as it is shown; `number` counts the coloured sentences of the whole text from 1. */
export type Piece = { key: number; text: string; level: Highlight["level"] | null; number: number | null };

/** A text in paragraphs (at line breaks) of plain and coloured pieces, in order; together they are the whole text. */
export function paragraphsOf(text: string, highlights: readonly Highlight[]): Piece[][] {
  const paragraphs: Piece[][] = [[]];
  const put = (from: number, to: number, level: Piece["level"], number: number | null): void => {
    let at = from;
    for (const [line, part] of text.slice(from, to).split("\n").entries()) {
      if (line > 0) paragraphs.push([]);
      if (part !== "") paragraphs.at(-1)?.push({ key: at, text: part, level, number });
      at += part.length + 1;
    }
  };
  let from = 0;
  for (const [index, one] of highlights.entries()) {
    put(from, one.from, null, null);
    put(one.from, one.to, one.level, index + 1);
    from = one.to;
  }
  put(from, text.length, null, null);
  return paragraphs.filter((pieces) => pieces.length > 0);
}
