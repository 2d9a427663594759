import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

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
