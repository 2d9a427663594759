import { inflateSync } from "node:zlib";
import { unzipSync } from "fflate";
import { latin } from "../source.ts";
import { person } from "./office.ts";

const identifyingTexts = [...Object.values(person), "Holzhausen", "MHZ"];

/** Personal texts still found in the bytes, in any of the encodings that files use. */
export const leakedMetadata = (bytes: Uint8Array): string[] => {
  const text = latin(bytes);
  return identifyingTexts.filter((word) =>
    (["latin1", "utf8", "utf16le"] as const).some((encoding) => text.includes(latin(Buffer.from(word, encoding)))),
  );
};

const isZip = (bytes: Uint8Array): boolean => latin(bytes.subarray(0, 4)) === "PK\x03\x04";

/** The same for an archive: its own bytes and every part, at any depth, unpacked by another reader than ours. */
export const leakedByZip = (bytes: Uint8Array): string[] => [
  ...new Set([
    ...leakedMetadata(bytes),
    ...Object.values(unzipSync(bytes)).flatMap((part) => (isZip(part) ? leakedByZip(part) : leakedMetadata(part))),
  ]),
];

/** The same for a PDF: its own bytes and every stream that unpacks. */
export function leakedByPdf(bytes: Uint8Array): string[] {
  const text = latin(bytes);
  const found = [leakedMetadata(bytes)];
  for (const match of text.matchAll(/stream\r?\n/g)) {
    const from = (match.index ?? 0) + match[0].length;
    const body = bytes.subarray(from, text.indexOf("endstream", from));
    if (body[0] === 0x78) found.push(leakedMetadata(new Uint8Array(inflateSync(body))));
  }
  return [...new Set(found.flat())];
}
