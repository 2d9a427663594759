import { createHash } from "node:crypto";
import { csvText } from "#src/platform/documents/csv.ts";
import { escapeHtml } from "#src/shared/characters.ts";

/** One file of a case file; its parts are made when they are asked for. */
export type CaseEntry = { path: string; parts: AsyncIterable<string | Uint8Array> };

/** A file whose text is there already. */
export const textEntry = (path: string, text: string): CaseEntry => ({ path, parts: one(text) });

async function* one(text: string): AsyncGenerator<string> {
  yield text;
}

const style =
  "body{font:17px/26px Georgia,serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#161b2a}" +
  "h1{font-size:1.8rem;line-height:1.2}h2{font-size:1.2rem;margin-top:2rem;border-top:1px solid #999;padding-top:1rem}" +
  "dt{color:#555964}dd{margin:0 0 .6rem}.said{white-space:pre-wrap;overflow-wrap:anywhere}" +
  "small{color:#555964}li{margin-bottom:.8rem}";

/** The beginning of a page that stands alone: it loads nothing. */
export const pageStart = (title: string): string =>
  `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>${style}</style></head>\n<body><h1>${escapeHtml(title)}</h1>\n`;

export const pageEnd = "</body></html>\n";

export const heading = (text: string): string => `<h2>${escapeHtml(text)}</h2>\n`;
export const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>\n`;
/** Words of a person, line ends kept. */
export const prose = (text: string): string => `<p class="said" dir="auto">${escapeHtml(text)}</p>\n`;

type Facts = Readonly<Record<string, string | number | null | undefined>>;

/** Names and values; what has no value is left out. */
export function facts(rows: Facts): string {
  const shown = Object.entries(rows).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const lines = shown.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(String(value))}</dd>`);
  return `<dl>\n${lines.join("\n")}\n</dl>\n`;
}

/** One entry: who did it, when, and the text. */
export const entryLine = (head: string, text: string | null, note = ""): string =>
  `<section><p><b>${escapeHtml(head)}</b>${note && `<br><small>${escapeHtml(note)}</small>`}</p>${text ? prose(text) : ""}</section>\n`;

type Line = { path: string; bytes: number; sha256: string };

/** The bytes of an entry as they go out; when they are through, their number and hash stand in the manifest. */
async function* counted({ path, parts }: CaseEntry, manifest: Line[]): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  const letters = new TextEncoder();
  let bytes = 0;
  for await (const part of parts) {
    const piece = typeof part === "string" ? letters.encode(part) : part;
    hash.update(piece);
    bytes += piece.byteLength;
    yield piece;
  }
  manifest.push({ path, bytes, sha256: hash.digest("hex") });
}

/** Two entries of one name would hide each other in many programs. */
function freePath(path: string, taken: Set<string>): string {
  let free = path;
  for (let n = 2; taken.has(free.toLowerCase()); n += 1) free = path.replace(/(\.[a-z0-9]{1,10})?$/i, ` (${n})$1`);
  taken.add(free.toLowerCase());
  return free;
}

async function* withManifest(folder: string, entries: AsyncIterable<CaseEntry>, lastModified: Date) {
  const manifest: Line[] = [];
  const taken = new Set<string>();
  for await (const entry of entries) {
    const path = freePath(entry.path, taken);
    yield { name: `${folder}/${path}`, input: counted({ ...entry, path }, manifest), lastModified };
  }
  const lines = manifest.map(({ path, bytes, sha256 }) => [path, bytes, sha256]);
  yield { name: `${folder}/MANIFEST.csv`, input: csvText([["file", "bytes", "sha-256"], ...lines]), lastModified };
}

/**
 * Entries as one ZIP archive, sent while it is made: the next one is read when the one before is through, nothing is
 * gathered. Its last file names the SHA-256 hash of every other.
 */
export async function zipOf(
  folder: string,
  entries: AsyncIterable<CaseEntry>,
  lastModified: Date,
): Promise<ReadableStream<Uint8Array>> {
  const { makeZip } = await import("client-zip");
  return makeZip(withManifest(folder, entries, lastModified));
}
