import { pipeline } from "node:stream/promises";
import { crc32, createInflateRaw } from "node:zlib";
import { releaseBuffer } from "#src/platform/release-buffer.ts";
import { broken, Refused } from "../results.ts";
import { type Source, stretch } from "../source.ts";
import { bomb } from "./check-entries.ts";
import type { Entry } from "./entry.ts";

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
