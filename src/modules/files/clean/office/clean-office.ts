import { limits, Refused } from "../results.ts";
import { type Source, stretch } from "../source.ts";
import { xmlRewriter } from "../xml/rewrite.ts";
import { xmlDecoder } from "../xml/scan.ts";
import { type Entry, type Spending, unpack, unpackWhole } from "../zip/entries.ts";
import { type Put, zipWriter } from "../zip/write.ts";
import { cleanBinary, embeddedSource, type Plan, planOffice, rulesOf } from "./plan.ts";
import { drawing } from "./rules.ts";

type Push = (bytes: Uint8Array) => void;

async function rewritten(source: Source, entry: Entry, plan: Plan, push: Push): Promise<void> {
  const decoder = xmlDecoder();
  const encoder = new TextEncoder();
  let text = "";
  const flush = (least: number): void => {
    if (text.length < least) return;
    push(encoder.encode(text));
    text = "";
  };
  const scanner = xmlRewriter(
    (root) => rulesOf(root, entry, plan),
    (part) => {
      text += part;
      flush(64 * 1024);
    },
  );
  await unpack(source, entry, (bytes) => scanner.push(decoder.push(bytes)));
  scanner.push(decoder.end());
  scanner.end();
  flush(0);
}

/** A document inside is written in memory: its bytes are known in order only when all of it is there. */
async function cleanEmbedded(source: Source, entry: Entry, plan: Plan, push: Push): Promise<void> {
  const written = new Map<number, Uint8Array>();
  await writeOffice(await embeddedSource(source, entry), plan, (bytes, at) => written.set(at, bytes.slice()));
  for (const bytes of written.values()) push(bytes);
}

async function writeOffice(source: Source, plan: Plan, put: Put): Promise<void> {
  const writer = zipWriter(put);
  for (const [entry, treatment] of plan.treatments) {
    if (treatment === "drop" || plan.dropped.has(entry.name)) continue;
    if (treatment === "copy") {
      writer.copy(source, entry);
      continue;
    }
    const part = writer.add(entry);
    if (treatment === "rewrite") await rewritten(source, entry, plan, part.push);
    else if (typeof treatment === "string")
      cleanBinary(treatment, await unpackWhole(source, entry, limits.partInMemory), part.push);
    else await cleanEmbedded(source, entry, treatment, part.push);
    part.end();
  }
  writer.finish();
}

/**
 * Writes an office file (docx, xlsx, pptx, OpenDocument) without what names people, and so the docx, xlsx and pptx
 * files embedded in it. Everything is read and judged before the first byte is written; parts that need no change are
 * copied as they are packed. `spending` is that of its directory.
 */
export async function cleanOffice(
  source: Source,
  entries: readonly Entry[],
  spending: Spending,
  put: Put,
): Promise<void> {
  await writeOffice(source, await planOffice(source, entries, spending), put);
}

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
