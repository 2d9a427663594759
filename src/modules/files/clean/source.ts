import { createHash } from "node:crypto";
import { closeSync, openSync, readSync, writeSync } from "node:fs";

/** Random access to bytes of a file or of memory; a read past the end is shorter. */
export type Source = { readonly size: number; read(at: number, length: number): Uint8Array };

/** A stretch to copy, or bytes to write instead. */
export type Piece = { from: number; to: number } | Uint8Array;

const windowSize = 64 * 1024;

export const memorySource = (bytes: Uint8Array): Source => ({
  size: bytes.length,
  read: (at, length) => bytes.subarray(at, at + length),
});

/** Reads through one window of 64 KB, so that small reads in a row cost one call to the system. */
export function fileSource(fd: number, size: number): Source {
  let start = 0;
  let window = new Uint8Array(0);
  return {
    size,
    read(at, length) {
      if (at < start || at + length > start + window.length) {
        const fresh = new Uint8Array(Math.max(0, Math.min(Math.max(length, windowSize), size - at)));
        let got = 0;
        while (got < fresh.length) {
          const count = readSync(fd, fresh, got, fresh.length - got, at + got);
          if (count === 0) break;
          got += count;
        }
        start = at;
        window = fresh.subarray(0, got);
      }
      return window.subarray(at - start, at - start + length);
    },
  };
}

/** Hands a stretch of the source on, in portions of at most `portion` bytes. */
export function* stretch(source: Source, from: number, to: number, portion = windowSize): Generator<Uint8Array> {
  for (let at = from; at < to; ) {
    const bytes = source.read(at, Math.min(portion, to - at));
    if (bytes.length === 0) return;
    yield bytes;
    at += bytes.length;
  }
}

export function writeAll(fd: number, bytes: Uint8Array, at: number | null = null): void {
  for (let done = 0; done < bytes.length; )
    done += writeSync(fd, bytes, done, bytes.length - done, at === null ? null : at + done);
}

export function emitPieces(source: Source, pieces: readonly Piece[], emit: (bytes: Uint8Array) => void): void {
  for (const piece of pieces) {
    if (piece instanceof Uint8Array) emit(piece);
    else for (const bytes of stretch(source, piece.from, piece.to)) emit(bytes);
  }
}

/** A list of pieces in which neighbouring stretches become one. */
export function pieceList(): { pieces: Piece[]; keep(from: number, to: number): void; put(bytes: Uint8Array): void } {
  const pieces: Piece[] = [];
  return {
    pieces,
    keep(from, to) {
      const last = pieces.at(-1);
      if (last && !(last instanceof Uint8Array) && last.to === from) last.to = to;
      else if (to > from) pieces.push({ from, to });
    },
    put(bytes) {
      pieces.push(bytes);
    },
  };
}

export const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Bytes as Latin-1 text: for magic words and names, never for text of people. */
export const latin = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");

export const fromLatin = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "latin1"));

export const joined = (parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));

const portion = 1024 * 1024;

/** SHA-256 of a file's bytes in hexadecimal. Runs to its end on this thread. */
export function hashFile(path: string): string {
  const hash = createHash("sha256");
  const bytes = new Uint8Array(portion);
  const fd = openSync(path, "r");
  try {
    for (let got = readSync(fd, bytes); got > 0; got = readSync(fd, bytes)) hash.update(bytes.subarray(0, got));
  } finally {
    closeSync(fd);
  }
  return hash.digest("hex");
}
