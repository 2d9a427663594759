import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import type { Runtime } from "#src/platform/runtime.ts";
import { withFolder } from "../check/inspect-file.ts";
import { mib } from "../domain/sizes.ts";
import { StorageFull } from "../ports.ts";
import { UploadRefused } from "./protocol.ts";

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
