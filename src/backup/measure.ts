import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";

export type Measured = { bytes: number; sha256: string };

/** Passes bytes on, counts and hashes them; `result` is asked at the end. */
export function meter(): { stream: Transform; result: () => Measured } {
  const hash = createHash("sha256");
  let bytes = 0;
  const stream = new Transform({
    transform: (piece: Buffer, _encoding, next) => {
      hash.update(piece);
      bytes += piece.length;
      next(null, piece);
    },
  });
  return { stream, result: () => ({ bytes, sha256: hash.digest("hex") }) };
}

/** Writes a new file durably, readable by its owner alone. @returns what was written. */
export async function writeMeasured(source: Readable, file: string): Promise<Measured> {
  const { stream, result } = meter();
  await pipeline(source, stream, createWriteStream(file, { flags: "w", mode: 0o600, flush: true }));
  return result();
}

export async function measureFile(file: string): Promise<Measured> {
  const { stream, result } = meter();
  await pipeline(createReadStream(file), stream, async (pieces) => {
    for await (const _ of pieces);
  });
  return result();
}

export const isSame = (one: Measured, other: Measured): boolean =>
  one.bytes === other.bytes && one.sha256 === other.sha256;
