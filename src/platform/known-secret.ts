import { existsSync } from "node:fs";
import type pg from "pg";
import type { Config } from "#src/config.ts";
import { nextSecretFile, secretFile, secretMark } from "./secret.ts";

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
