import { openPdfium } from "../pdf/open-pdfium.ts";
import { broken, Refused } from "../results.ts";
import { latin, type Source } from "../source.ts";
import { type FileText, fileText, mostText, type OnPage } from "./file-text.ts";
import { type Letter, type Line, linesOf, paragraphsOf, segmentsOf, withoutMargins } from "./pdf-layout.ts";

const mostBytes = 30 * 1024 * 1024;

/** Where a PDF begins: its header may stand anywhere in the first 1,024 bytes (ISO 32000-1, annex H.3.4.1); -1: nowhere. */
export const pdfStart = (source: Source): number => latin(source.read(0, 1024)).indexOf("%PDF-");

async function opened(bytes: Uint8Array) {
  const pdfium = await openPdfium();
  try {
    return await pdfium.loadDocument(bytes);
  } catch (error) {
    const message = error instanceof Error ? error.message : "";
    if (/password|security/i.test(message)) throw new Refused("encrypted", "The PDF is protected by a password.");
    throw new Refused("broken", "The PDF is damaged and cannot be read.");
  }
}

type Document = Awaited<ReturnType<typeof opened>>;

/** What the package keeps to itself of a page. It closes one only after drawing it, and pages left open fill the memory. */
type Open = {
  pageIdx: number;
  module: {
    _FPDF_ClosePage(page: number): void;
    _FPDFText_LoadPage(page: number): number;
    _FPDFText_ClosePage(text: number): void;
    _FPDFText_CountChars(text: number): number;
    _FPDFText_GetUnicode(text: number, at: number): number;
    _FPDFText_IsGenerated(text: number, at: number): number;
    _FPDFText_GetCharAngle(text: number, at: number): number;
    _FPDFText_GetCharBox(text: number, at: number, l: number, r: number, b: number, t: number): number;
    wasmExports: { malloc(size: number): number; free(at: number): void };
    HEAPU8: Uint8Array;
  };
};

type Turned = Letter & { turns: number };
const quarter = Math.PI / 2;

/** A box as it stands when text that runs `turns` quarters of a circle upwards is turned level. */
function level({ turns, x0, x1, bottom, top, ...letter }: Turned): Letter {
  if (turns === 1) return { ...letter, x0: bottom, x1: top, bottom: -x1, top: -x0 };
  if (turns === 2) return { ...letter, x0: -x1, x1: -x0, bottom: -top, top: -bottom };
  if (turns === 3) return { ...letter, x0: -top, x1: -bottom, bottom: x0, top: x1 };
  return { ...letter, x0, x1, bottom, top };
}

/** The letters of a page with their boxes, in the direction that most of them have: a stamp in the margin is left out. */
function lettersOf({ module, pageIdx }: Open): Letter[] {
  const text = module._FPDFText_LoadPage(pageIdx);
  if (!text) return [];
  const at = module.wasmExports.malloc(32);
  const letters: Turned[] = [];
  const times = [0, 0, 0, 0];
  try {
    const count = Math.min(mostText, module._FPDFText_CountChars(text));
    for (let i = 0; i < count; i++) {
      const made = module._FPDFText_IsGenerated(text, i) === 1;
      module._FPDFText_GetCharBox(text, i, at, at + 8, at + 16, at + 24);
      const box = new DataView(module.HEAPU8.buffer, at, 32);
      const [x0 = 0, x1 = 0, bottom = 0, top = 0] = [0, 8, 16, 24].map((place) => box.getFloat64(place, true));
      const turns = made ? -1 : Math.round(module._FPDFText_GetCharAngle(text, i) / quarter) & 3;
      if (!made) times[turns] = (times[turns] ?? 0) + 1;
      letters.push({ code: module._FPDFText_GetUnicode(text, i), made, turns, x0, x1, bottom, top });
    }
  } finally {
    module.wasmExports.free(at);
    module._FPDFText_ClosePage(text);
  }
  const usual = times.indexOf(Math.max(...times));
  return letters.filter(({ turns, made }) => made || turns === usual).map(level);
}

function pageLines(document: Document, at: number, block: number): Line[] {
  try {
    const page = document.getPage(at) as unknown as Open;
    const lines = linesOf(segmentsOf(lettersOf(page)), block);
    page.module._FPDF_ClosePage(page.pageIdx);
    return lines;
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError)
      throw new Refused("too-large", "Unpacked, a page of the PDF needs more room than we allow.");
    throw broken("PDF");
  }
}

const mostSteps = 200;

/**
 * The text layer of a PDF in paragraphs, column by column; page numbers and lines that stand on many pages are counted and
 * left out, and so are bytes before its header. A scan has no text, and is distinguished from a broken file.
 */
export async function pdfText(source: Source, onPage: OnPage): Promise<FileText> {
  if (source.size > mostBytes) throw new Refused("too-large", "The PDF is larger than 30\u00a0MB.");
  const document = await opened(source.read(Math.max(0, pdfStart(source)), source.size).slice());
  const pages = document.getPageCount();
  const every = Math.ceil(pages / mostSteps);
  const read: Line[][] = [];
  let length = 0;
  for (let at = 0; at < pages && length < mostText; at++) {
    if (at % every === 0) onPage({ page: at + 1, pages });
    const lines = pageLines(document, at, (read.at(-1)?.at(-1)?.block ?? -1) + 1);
    read.push(lines);
    length += lines.reduce((sum, { text }) => sum + text.length, 0);
  }
  const { lines, left } = withoutMargins(read);
  const text = paragraphsOf(lines);
  if (!/\p{L}{2}/u.test(text))
    throw new Refused("unsupported", "The PDF holds pictures of pages and no text. Paste the text instead.");
  return fileText({ text, left: { pageLines: left }, pages });
}
