import { setImmediate as nextTurn } from "node:timers/promises";
import type { Color, PDFDocument, PDFPage } from "@cantoo/pdf-lib";
import type { DocumentText } from "./blocks.ts";
import { canBeSet, embedTypeface, type Run, type Typeface, type Weight } from "./fonts.ts";

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

const mostMs = 8;
type Breathe = () => Promise<void>;

/** Lets other work of the server go on whenever this one has held it for some milliseconds. */
function openBreathe(): Breathe {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < mostMs) return;
    await nextTurn();
    since = performance.now();
  };
}

/** `right` stands at the end of the first line. */
type Piece = { text: string; style: Style; right?: string };
type Line = { runs: readonly Run[]; style: Style };

const piecesOf = ({ title, notes, blocks }: DocumentText): readonly Piece[] => [
  { text: title, style: styles.title },
  ...notes.map((text) => ({ text, style: styles.note })),
  ...blocks.map((block) => ({
    text: block.text,
    style: styles[block.kind],
    ...("right" in block && { right: block.right }),
  })),
];

const widthOf = (runs: readonly Run[]): number => runs.reduce((sum, { width }) => sum + width, 0);

/** Longer words are not measured as a whole. */
const mostMeasured = 100;

/** A word that is wider than the line is cut where the line ends. */
function cutWord(face: Typeface, word: string, { weight, size }: Style, measure: number): string[] {
  const wide = (text: string): number => widthOf(face.runs(text, weight, size));
  if (word.length <= mostMeasured && wide(word) <= measure) return [word];
  const parts: string[] = [];
  let part = "";
  let width = 0;
  for (const letter of word) {
    const more = wide(letter);
    if (part !== "" && width + more > measure) {
      parts.push(part);
      part = "";
      width = 0;
    }
    part += letter;
    width += more;
  }
  return [...parts, part];
}

/** Neighbours of the same file in one piece: a line is then one or two drawings instead of one for each word. */
function joined(runs: readonly Run[]): Run[] {
  const line: Run[] = [];
  for (const run of runs) {
    const last = line.at(-1);
    if (last?.font === run.font)
      line[line.length - 1] = { ...last, text: last.text + run.text, width: last.width + run.width };
    else line.push(run);
  }
  return line;
}

/** Words set into lines of the measure, without hyphens, as the text breaks its own lines. */
async function linesOf(face: Typeface, { text, style, right }: Piece, breathe: Breathe): Promise<Line[]> {
  const lines: Line[] = [];
  const measure = right ? fullMeasure - gap - widthOf(face.runs(right, style.weight, style.size)) : fullMeasure;
  const space = widthOf(face.runs(" ", style.weight, style.size));
  for (const own of text.split("\n")) {
    let line: Run[] = [];
    let width = 0;
    const end = () => {
      lines.push({ runs: joined(line), style });
      line = [];
      width = 0;
    };
    for (const word of own.split(/ +/).flatMap((one) => cutWord(face, one, style, measure))) {
      await breathe();
      const runs = face.runs(word, style.weight, style.size);
      const more = widthOf(runs);
      if (line.length > 0 && width + space + more > measure) end();
      if (line.length > 0) {
        line.push(...face.runs(" ", style.weight, style.size));
        width += space;
      }
      line.push(...runs);
      width += more;
    }
    end();
    await breathe();
  }
  return lines;
}

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

/** Letters with their marks in one, tabs as spaces, and no other control character. */
const tidy = (text: string): string =>
  text
    .normalize("NFC")
    .replaceAll("\t", "    ")
    .replaceAll(/(?!\n)\p{Cc}/gu, "");

/**
 * The text as a PDF on A4 with the product's typeface inside, its letters cut to those used; null when the typeface
 * lacks a letter of it (Chinese, Arabic and others). Other work of the server goes on meanwhile.
 */
export async function pdfOf(text: DocumentText): Promise<Uint8Array<ArrayBuffer> | null> {
  const plain = {
    ...text,
    title: tidy(text.title),
    notes: text.notes.map(tidy),
    blocks: text.blocks.map((one) => ({ ...one, text: tidy(one.text) })),
  };
  const pieces = piecesOf(plain);
  if (!(await canBeSet(pieces.map((piece) => piece.text + (piece.right ?? ""))))) return null;
  const { PDFDocument: Pdf, grayscale } = await import("@cantoo/pdf-lib");
  const pdf = await Pdf.create();
  pdf.setTitle(text.title, { showInWindowTitleBar: true });
  pdf.setAuthor(text.author);
  pdf.setLanguage("en");
  const numbering: Piece = { text: "0123456789", style: styles.note };
  const face = await embedTypeface(
    pdf,
    [...pieces, numbering].map((one) => ({
      text: `${one.text} ${one.right ?? ""}`,
      weight: one.style.weight,
    })),
  );
  const sheets = openSheets(pdf);
  const breathe = openBreathe();
  for (const piece of pieces) {
    const { before, after, leading, size, grey } = piece.style;
    const lines = await linesOf(face, piece, breathe);
    sheets.skip(before);
    // A heading never ends a sheet.
    if (piece.style === styles.heading) sheets.reserve(lines.length * leading + 3 * styles.paragraph.leading);
    for (const [at, { runs }] of lines.entries()) {
      await breathe();
      sheets.reserve(leading);
      const { page, y } = sheets.down(leading);
      const ink = { y: y + (leading - size) / 2, size, color: grayscale(grey) };
      drawRuns(page, runs, sheet.margin, ink);
      if (at > 0 || !piece.right) continue;
      const amount = face.runs(piece.right, piece.style.weight, size);
      drawRuns(page, amount, sheet.width - sheet.margin - widthOf(amount), ink);
    }
    sheets.skip(after);
  }
  numberSheets(pdf, face);
  return new Uint8Array(await pdf.save({ objectsPerTick: 20 }));
}

type Ink = { y: number; size: number; color?: Color };

function drawRuns(page: PDFPage, runs: readonly Run[], from: number, ink: Ink): void {
  let x = from;
  for (const { text, font, width } of runs) {
    page.drawText(text, { ...ink, x, font });
    x += width;
  }
}

function numberSheets(pdf: PDFDocument, face: Typeface): void {
  for (const [at, page] of pdf.getPages().entries()) {
    const { size, weight } = styles.note;
    const runs = face.runs(String(at + 1), weight, size);
    drawRuns(page, runs, sheet.width - sheet.margin - widthOf(runs), { y: sheet.margin / 2, size });
  }
}
