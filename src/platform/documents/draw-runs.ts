import type * as PdfLib from "@cantoo/pdf-lib";
import type { PDFPage } from "@cantoo/pdf-lib";
import type { Run, Shaped } from "./runs.ts";

type Ink = { y: number; size: number; grey: number };
type Library = Pick<typeof PdfLib, "PDFHexString" | "PDFName" | "PDFOperator" | "PDFOperatorNames" | "grayscale">;

const hex = (cid: number): string => cid.toString(16).padStart(4, "0");

/** Draws the runs of a line, as they stand from left to right, from `x` on. Sizes and places in points. */
export function openDraw({ PDFHexString, PDFName, PDFOperator, PDFOperatorNames: names, grayscale }: Library) {
  const op = (name: PdfLib.PDFOperatorNames, ...args: Parameters<typeof PDFOperator.of>[1] & object) =>
    PDFOperator.of(name, args);

  /** Letters that stand where the ones before lead to are shown together; each other has a place of its own. */
  function shown({ glyphs }: Shaped, x: number, { y, size }: Ink): PdfLib.PDFOperator[] {
    const operators: PdfLib.PDFOperator[] = [];
    let [pen, led, text] = [0, Number.NaN, ""];
    const flush = () => {
      if (text !== "") operators.push(op(names.ShowText, PDFHexString.of(text)));
      text = "";
    };
    for (const { cid, x: right, y: up, advance, nominal } of glyphs) {
      if (up !== 0 || !(Math.abs(led - pen - right) <= 0.5)) {
        flush();
        const at = [1, 0, 0, 1, x + ((pen + right) * size) / 1000, y + (up * size) / 1000].map(String);
        operators.push(op(names.SetTextMatrix, ...at));
        led = pen + right;
      }
      text += hex(cid);
      // Whatever follows a raised letter has a place of its own again.
      led = up === 0 ? led + nominal : Number.NaN;
      pen += advance;
    }
    flush();
    return operators;
  }

  function drawShaped(page: PDFPage, shaped: Shaped, x: number, ink: Ink): void {
    const key = PDFName.of(`S${shaped.font.ref.objectNumber}`);
    page.node.setFontDictionary(key, shaped.font.ref);
    const actual = shaped.actualText === null ? [] : [`<</ActualText ${PDFHexString.fromText(shaped.actualText)}>>`];
    page.pushOperators(
      ...actual.map((what) => op(names.BeginMarkedContentSequence, "/Span", what)),
      op(names.BeginText),
      op(names.NonStrokingColorGray, String(ink.grey)),
      op(names.SetFontAndSize, key, String(ink.size)),
      ...shown(shaped, x, ink),
      op(names.EndText),
      ...actual.map(() => op(names.EndMarkedContent)),
    );
  }

  return (page: PDFPage, runs: readonly Run[], from: number, { y, size, grey }: Ink): void => {
    let x = from;
    for (const run of runs) {
      if ("shaped" in run) drawShaped(page, run.shaped, x, { y, size, grey });
      else page.drawText(run.text, { y, size, x, font: run.font, color: grayscale(grey) });
      x += run.width;
    }
  };
}
