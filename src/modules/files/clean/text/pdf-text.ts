import { openPdfium } from "../pdf/open-pdfium.ts";
import { broken, Refused } from "../results.ts";
import type { Source } from "../source.ts";
import { type FileText, mostText, type OnPage } from "./file-text.ts";

const mostBytes = 30 * 1024 * 1024;

/** Lines that are only a page's number say nothing; a word cut at the end of a line is one word. */
const tidy = (page: string): string =>
  page
    .replaceAll("\r\n", "\n")
    .replaceAll("\ufffe", "-")
    .split("\n")
    .filter((line) => !/^\s*(?:page\s*)?\d{1,4}(?:\s*(?:of|\/)\s*\d{1,4})?\s*$/i.test(line))
    .join("\n")
    .replace(/(\p{Ll})-\n(\p{Ll})/gu, "$1$2");

async function opened(bytes: Uint8Array) {
  const pdfium = await openPdfium();
  try {
    return await pdfium.loadDocument(bytes);
  } catch (error) {
    const said = error instanceof Error ? error.message : "";
    if (/password|security/i.test(said)) throw new Refused("encrypted", "The PDF is protected by a password.");
    throw new Refused("broken", "The PDF is damaged and cannot be read.");
  }
}

type Document = Awaited<ReturnType<typeof opened>>;

/** The package closes a page only after drawing it, and pages left open fill the memory: here it is done by hand. */
type Closable = { pageIdx: number; module: { _FPDF_ClosePage(page: number): void } };

function pageText(document: Document, at: number): string {
  try {
    const page = document.getPage(at);
    const { module, pageIdx } = page as unknown as Closable;
    const text = page.getText();
    module._FPDF_ClosePage(pageIdx);
    return tidy(text);
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError)
      throw new Refused("too-large", "Unpacked, a page of the PDF needs more room than we allow.");
    throw broken("PDF");
  }
}

const mostSteps = 200;

/** The text layer of a PDF. A scan has none, and is told apart from a broken file. */
export async function pdfText(source: Source, onPage: OnPage): Promise<FileText> {
  if (source.size > mostBytes) throw new Refused("too-large", "The PDF is larger than 30 MB.");
  const document = await opened(source.read(0, source.size).slice());
  const pages = document.getPageCount();
  const every = Math.ceil(pages / mostSteps);
  let text = "";
  for (let at = 0; at < pages && text.length < mostText; at++) {
    if (at % every === 0) onPage({ page: at + 1, pages });
    text += `${pageText(document, at)}\n\n`;
  }
  if (!/\p{L}{2}/u.test(text))
    throw new Refused("unsupported", "The PDF holds pictures of pages and no text. Paste the text instead.");
  return { result: "read", text: text.trim().slice(0, mostText), tables: 0, pages };
}
