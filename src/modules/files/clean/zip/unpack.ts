import { crc32 } from "node:zlib";
import { broken, Refused } from "../results.ts";
import { type Source, stretch } from "../source.ts";
import type { Entry } from "./directory.ts";
import { inflate } from "./inflate.ts";
import { bomb } from "./judge.ts";

const stored = 0;
const deflated = 8;

/** Unpacks one part in portions, each valid during the call only; its real size and checksum must be what the directory declared. */
export function unpack(source: Source, entry: Entry, each: (bytes: Uint8Array) => void): void {
  let size = 0;
  let crc = 0;
  const take = (bytes: Uint8Array): void => {
    size += bytes.length;
    if (size > entry.size) throw bomb();
    crc = crc32(bytes, crc);
    if (bytes.length > 0) each(bytes);
  };
  if (entry.method === stored) for (const bytes of stretch(source, entry.from, entry.to)) take(bytes);
  else if (entry.method === deflated) inflate(packedBytes(source, entry), take);
  else throw new Refused("unsupported", "The archive is packed in a way we do not open.");
  if (size !== entry.size || crc !== entry.crc) throw broken("archive");
}

function packedBytes(source: Source, entry: Entry): () => Uint8Array {
  const portions = stretch(source, entry.from, entry.to);
  return () => portions.next().value ?? new Uint8Array(0);
}

/** A whole part in memory, refused when it is larger than `most` bytes. */
export function unpackWhole(source: Source, entry: Entry, most: number): Uint8Array {
  if (entry.size > most) throw bomb();
  const whole = new Uint8Array(entry.size);
  let at = 0;
  unpack(source, entry, (bytes) => {
    whole.set(bytes, at);
    at += bytes.length;
  });
  return whole;
}
