import { hkdfSync, randomBytes } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { hasDatabase, openFolders } from "./database/embedded/folders.ts";
import { withLock } from "./database/embedded/lock.ts";
import { writeWholeFile } from "./whole-file.ts";

/** Characters of 32 random bytes in base64url, as the product makes it. */
const madeLength = 43;

export const secretFile = (dataDir: string): string => join(dataDir, "secret");
/** Where a rotation keeps the secret that takes its place. */
export const nextSecretFile = (dataDir: string): string => `${secretFile(dataDir)}.next`;

/**
 * The installation's secret: given, or made once in the data folder, before its database. Throws one sentence when it
 * is missing beside a database: another one would open nothing of what was encrypted and end every session.
 */
export async function openSecret(given: string | undefined, dataDir: string): Promise<string> {
  if (given) return given;
  const hadDatabase = hasDatabase(dataDir);
  if (!existsSync(secretFile(dataDir))) {
    if (hadDatabase) throw new Error(lost(secretFile(dataDir)));
    const { lock, home } = openFolders(dataDir);
    await withLock(lock, async () => {
      const file = secretFile(home);
      if (!existsSync(file)) writeWholeFile(file, randomBytes(32).toString("base64url"));
    });
  }
  return readSecret(dataDir);
}

const lost = (file: string): string =>
  `The secret of this installation (${file}) is gone, and its database cannot be used without it: bring the file back from a backup, or set SECRET to what it held.`;

/** The secret in a data folder, which must be there, whole, and closed to other users. */
export function readSecret(dataDir: string): string {
  const file = secretFile(dataDir);
  if (!existsSync(file)) throw new Error(lost(file));
  if (process.platform !== "win32" && (statSync(file).mode & 0o077) !== 0)
    throw new Error(`${file} can be read by others: run chmod 600 on it.`);
  const secret = readFileSync(file, "utf8").trim();
  if (secret.length < madeLength)
    throw new Error(
      `The secret of this installation (${file}) has ${secret.length} characters instead of ${madeLength}: it was damaged; bring the file back from a backup.`,
    );
  return secret;
}

/** One key per purpose (HKDF, RFC 5869): 32 bytes. */
export const keyFor = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, "paperwright", purpose, 32));

/** Compares two secrets in constant time. */
export const secretMark = (secret: string): string => keyFor(secret, "mark").toString("hex").slice(0, 16);
