import { createHash } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";

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
