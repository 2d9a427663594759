import { hkdfSync, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The installation's secret: given, or made once in the data folder and readable by its owner alone. */
export function openSecret(given: string | undefined, dataDir: string): string {
  if (given) return given;
  const file = join(dataDir, "secret");
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
  }
  if (process.platform !== "win32" && (statSync(file).mode & 0o077) !== 0)
    throw new Error(`${file} can be read by others: run chmod 600 on it.`);
  return readFileSync(file, "utf8").trim();
}

/** One key per purpose (HKDF, RFC 5869): 32 bytes. */
export const keyFor = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, "paperwright", purpose, 32));
