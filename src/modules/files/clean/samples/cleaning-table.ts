import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { clean } from "../clean.ts";
import { latin } from "../source.ts";
import { actingFiles } from "./acting/acting-files.ts";
import { leakedByPdf, leakedByZip, leakedMetadata } from "./leaked-metadata.ts";
import { markers } from "./markers.ts";
import type { Marker } from "./office-markers.ts";

/** What a file gives away, in every part that can be unpacked. */
function leakedBy(bytes: Uint8Array): string[] {
  const head = latin(bytes.subarray(0, 5));
  if (head.startsWith("PK\x03\x04")) return leakedByZip(bytes);
  return head === "%PDF-" ? leakedByPdf(bytes) : leakedMetadata(bytes);
}

/** Cleans one file of each thing that acts or speaks: is it taken out, or does its owner keep the file, and why? */
export async function actingRows(): Promise<Pick<CleaningRow, "format" | "marker" | "outcome" | "text">[]> {
  const folder = mkdtempSync(join(tmpdir(), "acting-"));
  const rows: Pick<CleaningRow, "format" | "marker" | "outcome" | "text">[] = [];
  for (const [i, { format, kind, mime, bytes, kept }] of actingFiles.entries()) {
    const [input, output] = [join(folder, `${i}`), join(folder, `${i}.clean`)];
    writeFileSync(input, await bytes());
    const found = await clean(input, output, mime);
    const withheld = found.result === "uncleanable";
    const outcome = withheld ? "withheld" : kept ? "kept" : "gone";
    rows.push({ format, marker: kind, outcome, text: withheld ? found.reason : "" });
  }
  rmSync(folder, { recursive: true });
  return rows.sort((a, b) => a.format.localeCompare(b.format));
}

export type CleaningRow = Marker & { before: string[]; outcome: "gone" | "kept" | "withheld"; text: string };

/** Cleans one file of each row: does metadata still leak, or does only its owner get the file, and with which message? */
export async function cleaningRows(): Promise<CleaningRow[]> {
  const folder = mkdtempSync(join(tmpdir(), "cleaning-"));
  const rows: CleaningRow[] = [];
  for (const [i, marker] of markers.entries()) {
    const [input, output] = [join(folder, `${i}`), join(folder, `${i}.clean`)];
    const bytes = await marker.bytes();
    writeFileSync(input, bytes);
    const found = await clean(input, output, marker.mime);
    const after = existsSync(output) ? new Uint8Array(readFileSync(output)) : bytes;
    const seen = { ...marker, before: leakedBy(bytes) };
    if (found.result === "uncleanable") rows.push({ ...seen, outcome: "withheld", text: found.reason });
    else rows.push({ ...seen, outcome: leakedBy(after).length > 0 ? "kept" : "gone", text: "" });
  }
  rmSync(folder, { recursive: true });
  return rows;
}
