import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { broken } from "../results.ts";

/** What one document may take; PDFium gives up when it gets no more. */
const mostMemory = 256 * 1024 * 1024;

let compiled: WebAssembly.Module | undefined;
const program = (): WebAssembly.Module => {
  compiled ??= new WebAssembly.Module(readFileSync(fileURLToPath(import.meta.resolve("@hyzyla/pdfium/pdfium.wasm"))));
  return compiled;
};

/** A PDFium of its own for each document: it sees these bytes and nothing else, and its memory is bounded. */
export async function openPdfium() {
  const { PDFiumLibrary } = await import("@hyzyla/pdfium");
  return PDFiumLibrary.init({
    instantiateWasm: (imports, ready) => {
      const { env = {} } = imports;
      const grow = env.emscripten_resize_heap;
      if (typeof grow !== "function") throw new Error("PDFium asks for memory in a way we do not know.");
      const bounded = (size: number) => (size > mostMemory ? 0 : grow(size));
      const instance = new WebAssembly.Instance(program(), {
        ...imports,
        env: { ...env, emscripten_resize_heap: bounded },
      });
      (ready as unknown as (made: WebAssembly.Instance) => void)(instance);
      return instance.exports;
    },
  });
}

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
