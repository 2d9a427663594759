import { createHash } from "node:crypto";
import { csvText } from "#src/platform/documents/csv.ts";
import type { CaseEntry } from "./entry.ts";

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
