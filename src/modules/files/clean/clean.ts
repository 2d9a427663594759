import { closeSync, fstatSync, openSync, rmSync } from "node:fs";
import { isImage, planImage } from "./images/clean-image.ts";
import { limits } from "./limits.ts";
import { cleanOffice } from "./office/clean-office.ts";
import { cleanPdf } from "./pdf/clean-pdf.ts";
import { broken, type Cleaning, Refused, uncleanable } from "./results.ts";
import { emitPieces, fileSource, latin, type Source, writeAll } from "./source.ts";
import { type Entry, readDirectory } from "./zip/directory.ts";
import { nothingSpent } from "./zip/judge.ts";
import { unpack } from "./zip/unpack.ts";

/** Writes the clean file to an open output; null when there is nothing to clean. */
type Cleaner = (() => void | Promise<void>) | null;
type Ask = { source: Source; head: string; mime: string; out: () => number };

/** Old Office files, rich text, phone photos and videos: they name people in ways we cannot take out. */
const unsupported: readonly (readonly [number, readonly string[], string])[] = [
  [0, ["\xd0\xcf\x11\xe0"], "Old Office files keep the author's name. Save it as .docx, .xlsx or .pptx."],
  [0, ["{\\rtf"], "Rich text files keep the author's name. Save it as .docx."],
  [
    4,
    ["ftyphei", "ftyphev", "ftypmif", "ftypmsf", "ftypavi"],
    "This picture keeps where it was taken. Save it as JPEG or PNG.",
  ],
  [4, ["ftyp"], "Videos keep where they were taken, and we cannot take that out."],
];

const isOffice = (entries: readonly Entry[]): boolean => {
  const names = new Set(entries.map((entry) => entry.name));
  return names.has("[Content_Types].xml") || (names.has("META-INF/manifest.xml") && names.has("content.xml"));
};

function image({ source, mime, out }: Ask): Cleaner {
  const isRaw = ["II", "MM"].includes(latin(source.read(0, 2))) && mime !== "image/tiff";
  if (isRaw) throw new Refused("unsupported", "Raw photos keep where they were taken. Save it as JPEG or PNG.");
  return () => {
    const plan = planImage(source);
    if (plan) emitPieces(source, plan.pieces, (bytes) => writeAll(out(), bytes));
  };
}

/** An archive that is no document is judged and counted, and stays as it is. */
async function archive({ source, mime, out }: Ask): Promise<Cleaner> {
  const spending = nothingSpent();
  const entries = readDirectory(source, spending);
  if (isOffice(entries)) return () => cleanOffice(source, entries, spending, (bytes, at) => writeAll(out(), bytes, at));
  if (claimsOffice(mime)) throw broken("document");
  for (const entry of entries) await unpack(source, entry, () => undefined);
  return null;
}

const claimsOffice = (mime: string): boolean =>
  /openxmlformats|opendocument|ms-(word|excel|powerpoint)\..*12$/.test(mime);
const claimsClean = (mime: string): boolean =>
  claimsOffice(mime) || /^image\/(jpeg|png|gif|webp|tiff)$|^application\/pdf$/.test(mime);

function pdf({ source, out }: Ask): Cleaner {
  if (source.size > limits.pdf) throw new Refused("too-large", "The PDF is over 100 MB, which is more than we open.");
  return async () => writeAll(out(), await cleanPdf(source.read(0, source.size).slice()));
}

async function cleanerFor(ask: Ask): Promise<Cleaner> {
  const { head, mime } = ask;
  if (isImage(ask.source.read(0, 16))) return image(ask);
  if (head.startsWith("PK\x03\x04") || head.startsWith("PK\x05\x06")) return archive(ask);
  if (head.includes("%PDF-")) return pdf(ask);
  const words = unsupported.find(([at, magic]) => magic.some((word) => head.startsWith(word, at)))?.[2];
  if (words) throw new Refused("unsupported", words);
  if (claimsClean(mime)) throw broken("file");
  return null;
}

/**
 * Writes a copy of a file to `output` without what gives a person away (decisions 2). What the file is, is told from
 * its bytes; `mime` is what it is kept as. The output exists after "cleaned" only. Most of it runs on this thread:
 * the server asks the pool.
 */
export async function clean(input: string, output: string, mime: string): Promise<Cleaning> {
  const fd = openSync(input, "r");
  let written: number | null = null;
  const out = (): number => {
    written ??= openSync(output, "w", 0o600);
    return written;
  };
  let finished = false;
  try {
    const source = fileSource(fd, fstatSync(fd).size);
    const cleaner = await cleanerFor({ source, head: latin(source.read(0, 1024)), mime, out });
    await cleaner?.();
    finished = cleaner !== null;
    return { result: finished ? "cleaned" : "nothing-to-clean" };
  } catch (error) {
    if (error instanceof Refused) return uncleanable(error.code, error.message);
    if (error instanceof RangeError) return uncleanable("broken", broken("file").message);
    throw error;
  } finally {
    closeSync(fd);
    if (written !== null) closeSync(written);
    if (written !== null && !finished) rmSync(output, { force: true });
  }
}
