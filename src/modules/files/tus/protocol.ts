import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { Ctx, Runtime } from "#src/platform/runtime.ts";
import { type Refusal, refusalStatus } from "#src/shared/outcome.ts";
import { withFolder } from "../check/inspect-file.ts";
import { mib } from "../domain/kinds-and-sizes.ts";
import { StorageFull } from "../ports.ts";
import type { FileLimits } from "../settings.ts";
import type { FileRow } from "../tables.ts";

/** tus 1.0.0 (https://tus.io/protocols/resumable-upload). Sentences with MUST and SHOULD are quoted from there. */
export const version = "1.0.0";
export const extensions = "creation,creation-with-upload,termination,checksum,expiration";
export const offsetBytes = "application/offset+octet-stream";

/** One request of the protocol by a signed-in person. */
export type TusRequest = {
  ctx: Ctx;
  limits: FileLimits;
  /** Of the address; empty for a new upload. */
  id: string;
  headers: Headers;
  /** The bytes that come, read from Node's own request. */
  source: Readable;
  /** Called when an upload is complete and its row is unlocked. */
  onComplete: () => void;
};

/** Ends a request with this status and these words. */
export class UploadRefused extends Error {
  readonly status: number;
  readonly retryAfter: number | undefined;
  constructor(status: number, message: string, retryAfter?: number) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** A refusal of a command. What cannot be read is 400 in this protocol. */
export const refusedBy = ({ code, message, fields, retryAfter }: Refusal): UploadRefused =>
  new UploadRefused(code === "invalid" ? 400 : refusalStatus[code], fields?.[0]?.message ?? message, retryAfter);

/** "The Tus-Resumable header MUST be included in every request and response except for OPTIONS requests." */
export const answer = (status: number, headers: Record<string, string> = {}): Response =>
  new Response(null, { status, headers: { "tus-resumable": version, "cache-control": "no-store", ...headers } });

/** "The value MUST be a non-negative integer." Null without the header. */
export function wholeNumber(headers: Headers, name: string): number | null {
  const value = headers.get(name);
  if (value === null) return null;
  if (!/^\d{1,16}$/.test(value)) throw new UploadRefused(400, `${name} is a whole number of bytes.`);
  return Number(value);
}

/** "[Upload-Expires] MUST be included in every PATCH response if the upload is going to expire." */
export const expiry = ({ expiresAt, size }: FileRow, offset: number): Record<string, string> =>
  expiresAt && offset < size ? { "upload-expires": expiresAt.toUTCString() } : {};

/** SHA-1 is the one that every server must know (tus 1.0, checksum). */
const algorithms = ["sha1", "sha256"] as const;
export const checksumAlgorithms = algorithms.join(",");

/** Such a piece waits beside the file until it is judged. */
const largest = 64 * mib;

export type Checksum = { algorithm: (typeof algorithms)[number]; digest: Buffer };

/**
 * What the bytes of a request must add up to: "sha1 <base64>". Null without one. "The Server MAY respond with 400 Bad
 * Request if the checksum algorithm is not supported by the server."
 */
export function readChecksum(headers: Headers): Checksum | null {
  const header = headers.get("upload-checksum");
  if (header === null) return null;
  const [, name, digest] = /^(\S+) ([A-Za-z0-9+/]+={0,2})$/.exec(header.trim()) ?? [];
  const algorithm = algorithms.find((one) => one === name);
  if (!algorithm || !digest) throw new UploadRefused(400, "A checksum is sha1 or sha256, in base64.");
  return { algorithm, digest: Buffer.from(digest, "base64") };
}

/**
 * Hands the bytes on only after all of them came and have this checksum. "If the checksums do not match the Server MUST
 * respond with 460 Checksum Mismatch … the Server MUST discard the uploaded chunk." Refuses 413 for more than 64 MB.
 */
export const judged = <T>(
  runtime: Runtime,
  { algorithm, digest }: Checksum,
  source: AsyncIterable<Uint8Array>,
  use: (bytes: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> =>
  withFolder(runtime, async (folder) => {
    const path = join(folder, "piece");
    const found = await keep(path, algorithm, source);
    if (!found.equals(digest))
      throw new UploadRefused(460, "The bytes were damaged on their way. They are sent again.");
    return use(createReadStream(path));
  });

async function keep(path: string, algorithm: string, source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const hash = createHash(algorithm);
  const handle = await open(path, "wx", 0o600);
  let size = 0;
  try {
    for await (const piece of source) {
      size += piece.length;
      if (size > largest) throw new UploadRefused(413, "A piece with a checksum can have up to 64\u00a0MB.");
      hash.update(piece);
      await handle.writeFile(piece);
    }
  } catch (error) {
    throw error instanceof Error && "code" in error && error.code === "ENOSPC" ? new StorageFull() : error;
  } finally {
    await handle.close();
  }
  return hash.digest();
}
