import { broken } from "../results.ts";
import { openPdfium } from "./open-pdfium.ts";

export type Page = { pixels: Uint8Array; width: number; height: number; pages: number };
type Box = { width: number; height: number };

/** A page of a PDF, counted from 0, on white, as large as fits into the box; four bytes a pixel, red first. */
export async function drawPage(bytes: Uint8Array, box: Box, at = 0): Promise<Page> {
  const pdfium = await openPdfium();
  const document = await pdfium.loadDocument(bytes);
  const pages = document.getPageCount();
  if (at >= pages) throw broken("PDF");
  const page = document.getPage(at);
  const { originalWidth, originalHeight } = page.getOriginalSize();
  if (!(originalWidth > 0 && originalHeight > 0)) throw broken("PDF");
  const scale = Math.min(box.width / originalWidth, box.height / originalHeight);
  const [width, height] = [originalWidth, originalHeight].map((side) => Math.max(1, Math.floor(side * scale)));
  const drawn = await page.render({ width, height, render: async ({ data }) => data });
  return { pixels: drawn.data, width: drawn.width, height: drawn.height, pages };
}
