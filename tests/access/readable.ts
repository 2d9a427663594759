import { inflateRawSync, inflateSync } from "node:zlib";
import { openPdfium } from "#src/modules/files/clean/pdf/open-pdfium.ts";

/** What an answer says: its bytes, what is packed inside of PDFs and Word files, and the words on the pages of a PDF. */
export async function readable(bytes: Buffer): Promise<string> {
  const parts = [bytes];
  for (let at = bytes.indexOf("PK\u0003\u0004"); at >= 0; at = bytes.indexOf("PK\u0003\u0004", at + 4)) {
    const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
    parts.push(quietly(() => inflateRawSync(bytes.subarray(start), { finishFlush: 2 })));
  }
  for (let at = bytes.indexOf("stream\n"); at >= 0; at = bytes.indexOf("stream\n", at + 7))
    parts.push(quietly(() => inflateSync(bytes.subarray(at + 7), { finishFlush: 2 })));
  const pages = bytes.subarray(0, 5).toString("latin1") === "%PDF-" ? await wordsOnPages(bytes) : "";
  return [...parts.map((part) => part.toString("latin1")), pages].join("\n");
}

const quietly = (read: () => Buffer): Buffer => {
  try {
    return read();
  } catch {
    return Buffer.alloc(0);
  }
};

/** A PDF sets glyphs of an embedded typeface: only a reader of PDFs finds letters in it. */
async function wordsOnPages(bytes: Buffer): Promise<string> {
  const pdfium = await openPdfium();
  const document = await pdfium.loadDocument(bytes);
  const pages = Array.from({ length: document.getPageCount() }, (_, at) => document.getPage(at).getText());
  return pages.join("\n").replaceAll(/[\r\n]+/g, "\n");
}
