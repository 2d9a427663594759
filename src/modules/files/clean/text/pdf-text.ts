import { openPdfium } from "../pdf/open-pdfium.ts";
import { Refused } from "../results.ts";
import type { Source } from "../source.ts";
import { type FileText, mostText } from "./file-text.ts";

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

/** The text layer of a PDF. A scan has none, and is told apart from a broken file. */
export async function pdfText(source: Source): Promise<FileText> {
  if (source.size > mostBytes) throw new Refused("too-large", "The PDF is larger than 30 MB.");
  const document = await opened(source.read(0, source.size).slice());
  const pages = document.getPageCount();
  let text = "";
  for (let at = 0; at < pages && text.length < mostText; at++) text += `${tidy(document.getPage(at).getText())}\n\n`;
  if (!/\p{L}{2}/u.test(text))
    throw new Refused("unsupported", "The PDF holds pictures of pages and no text. Paste the text instead.");
  return { result: "read", text: text.trim().slice(0, mostText), tables: 0, pages };
}
