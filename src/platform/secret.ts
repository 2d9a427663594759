import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import type { Config } from "#src/config.ts";
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

const keys = new Map<string, Buffer>();

/** One key per purpose (HKDF, RFC 5869): 32 bytes, derived once in a process. */
export function keyFor(secret: string, purpose: string): Buffer {
  const name = `${purpose} ${secret}`;
  const key = keys.get(name) ?? Buffer.from(hkdfSync("sha256", secret, "paperwright", purpose, 32));
  keys.set(name, key);
  return key;
}

/** Compares two secrets in constant time. */
export const secretMark = (secret: string): string => keyFor(secret, "mark").toString("hex").slice(0, 16);

/** The mark of the secret that this database was made with; null when none is stored. */
async function storedMark(pool: Pick<pg.Pool, "query">): Promise<string | null> {
  const { rows } = await pool.query<{ found: boolean }>(
    "select to_regclass('platform.installation') is not null as found",
  );
  if (!rows[0]?.found) return null;
  // As JSON: a database that an older version has used has no such column yet.
  const marks = await pool.query<{ mark: string | null }>(
    "select to_jsonb(one)->>'secret_mark' as mark from platform.installation one",
  );
  return marks.rows[0]?.mark ?? null;
}

const source = ({ secret, dataDir }: Config): string => (secret ? "SECRET" : `The secret in ${secretFile(dataDir)}`);

/** Says how to finish a rotation of the secret in the data folder that was interrupted after its last write. */
const interrupted = ({ secret, dataDir }: Config): string =>
  !secret && existsSync(nextSecretFile(dataDir)) ? " Run npm run secret:rotate to finish the change of it." : "";

/** The database was made with another secret than the one that is shown. */
export class OtherSecretError extends Error {}

/**
 * Throws an `OtherSecretError` of one sentence when the secret is not the one that this database was made with, so that a start with another one
 * writes nothing. A database without a mark takes the one of its next start.
 */
export async function refuseOtherSecret(pool: Pick<pg.Pool, "query">, secret: string, config: Config): Promise<void> {
  const mark = await storedMark(pool);
  if (mark !== null && mark !== secretMark(secret))
    throw new OtherSecretError(
      `${source(config)} is not the secret that this installation was made with, and would open nothing of what is encrypted: bring back the one it had.${interrupted(config)}`,
    );
}

const sealVersion = "v1";

/**
 * Encrypts a short text with AES-256-GCM and a random nonce. `about` names what it belongs to (a row's id): a sealed
 * text that was moved to another row does not open. `key` is 32 bytes from `keyFor`.
 */
export function seal(key: Buffer, text: string, about: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(about));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return [
    sealVersion,
    nonce.toString("base64url"),
    Buffer.concat([body, cipher.getAuthTag()]).toString("base64url"),
  ].join(".");
}

/** Opens what `seal` made for the same `about`; null when it was altered, moved, or sealed with another key. */
export function unseal(key: Buffer, sealed: string, about: string): string | null {
  const [mark, nonce = "", rest = ""] = sealed.split(".");
  const bytes = Buffer.from(rest, "base64url");
  if (mark !== sealVersion || bytes.length < 16) return null;
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(nonce, "base64url")).setAAD(Buffer.from(about));
    decipher.setAuthTag(bytes.subarray(-16));
    return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}
