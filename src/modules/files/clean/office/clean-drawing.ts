import { Refused } from "../results.ts";
import { type Source, stretch } from "../source.ts";
import { xmlDecoder } from "../xml/decode.ts";
import { xmlRewriter } from "../xml/rewrite.ts";
import { drawing } from "./rules.ts";

/** Writes an SVG drawing without its metadata and the paths that editors leave in it. */
export function cleanDrawing(source: Source, push: (bytes: Uint8Array) => void): void {
  const decoder = xmlDecoder();
  const encoder = new TextEncoder();
  const scanner = xmlRewriter(
    () => drawing,
    (text) => push(encoder.encode(text)),
  );
  try {
    for (const bytes of stretch(source, 0, source.size)) scanner.push(decoder.push(bytes));
    scanner.push(decoder.end());
    scanner.end();
  } catch (error) {
    // A drawing is no bomb: one that declares entities stays its owner's.
    throw error instanceof Refused ? new Refused("unsupported", error.message) : error;
  }
}
