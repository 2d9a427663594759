import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { unzipSync } from "fflate";
import { onTestFinished } from "vitest";
import { clean } from "../clean.ts";
import type { Cleaning } from "../results.ts";
import { latin } from "../source.ts";
import { person } from "./office.ts";

/** A folder for one test, gone after it. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "clean-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export const written = (folder: string, name: string, bytes: Uint8Array): string => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
};

/** Cleans bytes; answers the result and the clean bytes, null when none were written. */
export async function cleaned(bytes: Uint8Array, mime: string): Promise<{ told: Cleaning; after: Uint8Array | null }> {
  const folder = testFolder();
  const output = join(folder, "after");
  const told = await clean(written(folder, "before", bytes), output, mime);
  return { told, after: existsSync(output) ? new Uint8Array(readFileSync(output)) : null };
}

const telling = [...Object.values(person), "Holzhausen", "MHZ"];

/** What the bytes still tell of the person, in any of the encodings that files use. */
export const told = (bytes: Uint8Array): string[] => {
  const text = latin(bytes);
  return telling.filter((word) =>
    (["latin1", "utf8", "utf16le"] as const).some((encoding) => text.includes(latin(Buffer.from(word, encoding)))),
  );
};

const isZip = (bytes: Uint8Array): boolean => latin(bytes.subarray(0, 4)) === "PK\x03\x04";

/** The same for an archive: its own bytes and every part, at any depth, unpacked by another reader than ours. */
export const toldByZip = (bytes: Uint8Array): string[] => [
  ...new Set([
    ...told(bytes),
    ...Object.values(unzipSync(bytes)).flatMap((part) => (isZip(part) ? toldByZip(part) : told(part))),
  ]),
];

/** The same for a PDF: its own bytes and every stream that unpacks. */
export function toldByPdf(bytes: Uint8Array): string[] {
  const text = latin(bytes);
  const found = [told(bytes)];
  for (const match of text.matchAll(/stream\r?\n/g)) {
    const from = (match.index ?? 0) + match[0].length;
    const body = bytes.subarray(from, text.indexOf("endstream", from));
    if (body[0] === 0x78) found.push(told(new Uint8Array(inflateSync(body))));
  }
  return [...new Set(found.flat())];
}
