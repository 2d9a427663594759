import type * as PdfLib from "@cantoo/pdf-lib";
import type { PDFDocument, PDFPage } from "@cantoo/pdf-lib";
import type { DocumentText } from "./blocks.ts";
import { embedTypeface } from "./fonts.ts";
import { openBreathe, openLines, widthOf } from "./lines.ts";
import type { Run, Shaped, Weight } from "./runs.ts";

type Ink = { y: number; size: number; grey: number };
type Library = Pick<typeof PdfLib, "PDFHexString" | "PDFName" | "PDFOperator" | "PDFOperatorNames" | "grayscale">;

const hex = (cid: number): string => cid.toString(16).padStart(4, "0");

/** Draws the runs of a line, as they stand from left to right, from `x` on. Sizes and places in points. */
function openDraw({ PDFHexString, PDFName, PDFOperator, PDFOperatorNames: names, grayscale }: Library) {
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

/** A4 in points, with a margin for reading. */
const sheet = { width: 595.28, height: 841.89, margin: 72 };
const fullMeasure = sheet.width - 2 * sheet.margin;
/** Between a row's text and its amount. */
const gap = 24;

type Style = { size: number; leading: number; weight: Weight; before: number; after: number; grey: number };
const styles = {
  title: { size: 20, leading: 26, weight: 600, before: 0, after: 6, grey: 0.08 },
  note: { size: 9.5, leading: 14, weight: 400, before: 0, after: 2, grey: 0.38 },
  heading: { size: 13.5, leading: 20, weight: 600, before: 20, after: 6, grey: 0.08 },
  row: { size: 11, leading: 17, weight: 400, before: 2, after: 4, grey: 0.08 },
  total: { size: 12.5, leading: 20, weight: 600, before: 4, after: 12, grey: 0.08 },
  paragraph: { size: 11, leading: 17, weight: 400, before: 0, after: 10, grey: 0.08 },
} as const satisfies Record<string, Style>;

/** `right` stands at the end of the first line. */
type Piece = { text: string; style: Style; right?: string };

const piecesOf = ({ title, notes, blocks }: DocumentText): readonly Piece[] => [
  { text: title, style: styles.title },
  ...notes.map((text) => ({ text, style: styles.note })),
  ...blocks.map((block) => ({
    text: block.text,
    style: styles[block.kind],
    ...("right" in block && { right: block.right }),
  })),
];

/** Where the next line goes: down the sheet, and on a new one at its end. */
function openSheets(pdf: PDFDocument) {
  let page: PDFPage = pdf.addPage([sheet.width, sheet.height]);
  let y = sheet.height - sheet.margin;
  return {
    /** Room for this height, on a new sheet when this one has none. */
    reserve: (height: number) => {
      if (y - height >= sheet.margin) return;
      page = pdf.addPage([sheet.width, sheet.height]);
      y = sheet.height - sheet.margin;
    },
    skip: (height: number) => {
      if (y < sheet.height - sheet.margin) y -= height;
    },
    down: (height: number): { page: PDFPage; y: number } => {
      y -= height;
      return { page, y };
    },
  };
}

/** Letters with their marks in one, tabs as spaces, and no other control character; nothing turns a line round by force. */
const tidy = (text: string): string =>
  text
    .toWellFormed()
    .normalize("NFC")
    .replaceAll("\t", "    ")
    .replaceAll(/(?!\n)\p{Cc}|[\u202a-\u202e]/gu, "");

/** The shop's icon in the head of the first sheet, at its right end. */
async function drawIcon(pdf: PDFDocument, icon: Uint8Array): Promise<void> {
  const side = 30;
  const place = { x: sheet.width - sheet.margin - side, y: sheet.height - sheet.margin + 6 };
  pdf.getPage(0).drawImage(await pdf.embedPng(icon), { ...place, width: side, height: side });
}

/**
 * The text as a PDF on A4 with the typefaces inside, cut to the letters used. Any text can be set: other scripts in faces
 * of their own, and a letter that no face has as its code point. Other work of the server continues meanwhile.
 * @param icon of the shop, a PNG; null: none of its own
 */
export async function pdfOf(text: DocumentText, icon: Uint8Array | null = null): Promise<Uint8Array<ArrayBuffer>> {
  const pieces = piecesOf(text).map((piece) => ({ ...piece, text: tidy(piece.text) }));
  const { PDFDocument: Pdf, ...library } = await import("@cantoo/pdf-lib");
  const pdf = await Pdf.create();
  pdf.setTitle(text.title, { showInWindowTitleBar: true });
  pdf.setAuthor(text.author);
  pdf.setLanguage("en");
  const numbering: Piece = { text: "0123456789U+ABCDEF", style: styles.note };
  const face = await embedTypeface(
    pdf,
    [...pieces, numbering].map((one) => ({
      text: `${one.text} ${one.right ?? ""}`,
      weight: one.style.weight,
    })),
  );
  const sheets = openSheets(pdf);
  const breathe = openBreathe();
  const draw = openDraw(library);
  for (const { text: words, style, right } of pieces) {
    const { before, after, leading, size, grey, weight } = style;
    const amount = right ? face.runs(right, weight, size) : [];
    const measure = right ? fullMeasure - gap - widthOf(amount) : fullMeasure;
    const linesOf = openLines(face, style, breathe);
    const lines: (readonly Run[])[] = [];
    for (const line of words.split("\n")) lines.push(...(await linesOf(line, measure)));
    sheets.skip(before);
    // A heading never ends a sheet.
    if (style === styles.heading) sheets.reserve(lines.length * leading + 3 * styles.paragraph.leading);
    for (const [at, runs] of lines.entries()) {
      await breathe();
      sheets.reserve(leading);
      const { page, y } = sheets.down(leading);
      const ink = { y: y + (leading - size) / 2, size, grey };
      draw(page, runs, sheet.margin, ink);
      if (at === 0) draw(page, amount, sheet.width - sheet.margin - widthOf(amount), ink);
    }
    sheets.skip(after);
  }
  for (const [at, page] of pdf.getPages().entries()) {
    const { size, weight } = styles.note;
    const runs = face.runs(String(at + 1), weight, size);
    draw(page, runs, sheet.width - sheet.margin - widthOf(runs), { y: sheet.margin / 2, size, grey: 0 });
  }
  if (icon) await drawIcon(pdf, icon);
  await face.finish();
  return new Uint8Array(await pdf.save({ objectsPerTick: 20 }));
}
