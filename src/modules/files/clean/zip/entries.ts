import { pipeline } from "node:stream/promises";
import { crc32, createInflateRaw } from "node:zlib";
import { releaseBuffer } from "#src/platform/release-buffer.ts";
import { broken, limits, Refused } from "../results.ts";
import { type Source, stretch } from "../source.ts";

/** One file of an archive as the central directory describes it; `from` to `to` are its packed bytes. */
export type Entry = {
  name: string;
  rawName: Uint8Array;
  utf8: boolean;
  method: number;
  crc: number;
  size: number;
  packed: number;
  header: number;
  from: number;
  to: number;
  link: boolean;
  encrypted: boolean;
};

const unsafe = (reason: string): Refused => new Refused("unsafe", reason);

const bomb = (): Refused =>
  new Refused(
    "too-large",
    `Unpacked, the file is larger than we open (at most ${limits.zipUnpacked / 1024 / 1024}\u00a0MB and ${limits.zipRatio} times its packed size).`,
  );

const tooLarge = (use: { unpacked: number; packed: number }): boolean =>
  use.unpacked > limits.zipUnpacked ||
  (use.unpacked > limits.zipRatioFrom && use.unpacked > use.packed * limits.zipRatio);

export const tooMany = (): Refused =>
  new Refused("too-large", `The file contains more than ${limits.zipEntries} parts, which is more than we open.`);

/** What an archive and the archives in it use up together. `packed` is the outer one's: only those bytes really came. */
export type Spending = { archives: number; entries: number; unpacked: number; packed: number };

export const nothingSpent = (): Spending => ({ archives: 0, entries: 0, unpacked: 0, packed: 0 });

function spend(spending: Spending, entries: number, use: { unpacked: number; packed: number }): void {
  if (spending.archives === 0) spending.packed = use.packed;
  spending.archives += 1;
  spending.entries += entries;
  spending.unpacked += use.unpacked;
  if (spending.entries > limits.zipEntries) throw tooMany();
  if (tooLarge(use) || tooLarge(spending)) throw bomb();
}

/** A name that would lead out of a folder if somebody unpacked it there. We never write one to disk ourselves. */
const leadsOut = (name: string): boolean =>
  name.includes("\0") || /^([/\\]|[A-Za-z]:)/.test(name) || name.split(/[/\\]/).includes("..");

function checkOverlaps(entries: readonly Entry[], directoryAt: number): void {
  const sorted = [...entries].sort((a, b) => a.header - b.header);
  for (const [i, entry] of sorted.entries())
    if (entry.to > (sorted[i + 1]?.header ?? directoryAt)) throw unsafe("Parts of the archive overlap.");
}

/** Refuses by what the directory declares; what is real is counted again while unpacking. */
export function checkEntries(entries: readonly Entry[], directoryAt: number, spending: Spending): void {
  const names = new Set<string>();
  let unpacked = 0;
  let packed = 0;
  for (const entry of entries) {
    if (entry.link) throw unsafe("The archive holds a link to another file.");
    if (leadsOut(entry.name)) throw unsafe("The archive holds a name that leads out of its folder.");
    if (entry.encrypted) throw new Refused("encrypted", "The archive is locked with a password.");
    const key = entry.name.toLowerCase();
    if (names.has(key)) throw unsafe("The archive holds two parts of the same name.");
    names.add(key);
    unpacked += entry.size;
    packed += entry.packed;
  }
  spend(spending, entries.length, { unpacked, packed });
  checkOverlaps(entries, directoryAt);
}

const stored = 0;
const deflated = 8;
const chunkSize = 64 * 1024;

/**
 * Unpacks one part, chunk by chunk, each valid during the call only. Its real size and checksum must be what the directory declared; more than that is
 * refused as soon as it comes, so a bomb costs a few chunks of memory.
 */
export async function unpack(source: Source, entry: Entry, each: (bytes: Uint8Array) => void): Promise<void> {
  let size = 0;
  let crc = 0;
  const take = (bytes: Uint8Array): void => {
    size += bytes.length;
    if (size > entry.size) throw bomb();
    crc = crc32(bytes, crc);
    if (bytes.length > 0) each(bytes);
  };
  const packed = stretch(source, entry.from, entry.to);
  if (entry.method === stored) for (const bytes of packed) take(bytes);
  else if (entry.method === deflated) await inflate(packed, entry.packed, take);
  else throw new Refused("unsupported", "The archive is packed in a way we do not open.");
  if (size !== entry.size || crc !== entry.crc) throw broken("archive");
}

/** RFC 1951. Bytes after the end of the stream are refused: they would stay hidden in a part that is copied. */
async function inflate(packed: Iterable<Uint8Array>, length: number, take: (bytes: Uint8Array) => void): Promise<void> {
  const stream = createInflateRaw({ chunkSize });
  try {
    await pipeline(packed, stream, async (chunks: AsyncIterable<Uint8Array>) => {
      for await (const bytes of chunks) {
        take(bytes);
        releaseBuffer(bytes);
      }
    });
  } catch (error) {
    const isZlib = error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
    throw isZlib ? broken("archive") : error;
  }
  if (stream.bytesWritten !== length) throw broken("archive");
}

/** A whole part in memory, refused when it is larger than `most` bytes. */
export async function unpackWhole(source: Source, entry: Entry, most: number): Promise<Uint8Array> {
  if (entry.size > most) throw bomb();
  const whole = new Uint8Array(entry.size);
  let at = 0;
  await unpack(source, entry, (bytes) => {
    whole.set(bytes, at);
    at += bytes.length;
  });
  return whole;
}
