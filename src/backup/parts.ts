import { createHash } from "node:crypto";
import { Transform } from "node:stream";

/** Where the parts of a backup lie in it; each ends in .age as well when the backup is encrypted. */
export const tablePart = (table: string): string => `database/${table}.copy`;
export const filePart = (key: string): string => `files/${key.slice(34, 36)}/${key}`;
export const secretPart = "secret";
/** Written last, and never encrypted: in an encrypted backup it holds only what recognises it. */
export const manifestPart = "manifest.json";
/** The whole manifest of an encrypted backup. */
export const sealedManifestPart = "manifest";

/** What a backup holds is not what its manifest says, or cannot be an installation. */
export class BackupRefused extends Error {
  override name = "BackupRefused";
}

export const altered = (parts: readonly string[]): string =>
  `The backup is torn or was altered: ${parts.join(", ")} ${parts.length === 1 ? "is" : "are"} not what was written. Use another backup.`;

export const newer = (label: string): string =>
  `The backup ${label} was made by a newer version of Paperwright: restore it with that version.`;

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
