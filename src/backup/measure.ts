import { createHash } from "node:crypto";
import { Transform } from "node:stream";

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

export const isSame = (one: Measured, other: Measured): boolean =>
  one.bytes === other.bytes && one.sha256 === other.sha256;
