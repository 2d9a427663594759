import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { openStorage } from "#src/adapters/storage/open-storage.ts";
import type { Config } from "#src/config.ts";
import {
  checkAgain,
  type FileStorage,
  markLost,
  type StoredFile,
  storedFiles,
} from "#src/modules/files/index.server.ts";
import { ledgerProblems } from "#src/modules/payments/index.server.ts";
import { auditProblems } from "#src/platform/audit.ts";
import type { Database } from "#src/platform/database/database.ts";
import type { CopyRules } from "#src/platform/database/embedded/index.ts";
import { openingError } from "#src/platform/database/errors.ts";
import { indexProblems, keyProblems } from "#src/platform/database/index-problems.ts";
import { isNewest } from "#src/platform/database/migrate.ts";
import { openDatabase } from "#src/platform/database/open.ts";
import type { Log } from "#src/platform/log.ts";
import { markBroughtHere } from "#src/platform/outgoing-hold.ts";
import { type Measured, meter } from "./parts.ts";

/**
 * How a data folder that was copied from elsewhere is checked before it is used: indexes against their tables, foreign
 * keys, ledger and audit chain. What is broken there refuses the start, and nothing leaves a sound one before it is
 * released. With `accept` the bytes of all files are read too; lost ones are named in the log and on their rows.
 */
export const copyRules = (config: Config, log: Log, accept = false): CopyRules => ({
  accept,
  check: async (connection) => {
    log.warn({}, "This data folder was copied here; it is checked once, which may take minutes.");
    const client = new pg.Client(connection);
    await client.connect();
    try {
      const problems = [...(await indexProblems(client)), ...(await keyProblems(client))];
      if (problems.length > 0) return problems;
      await markBroughtHere(client);
      if (!(await isNewest(client, join(config.home, "migrations")))) return [];
      const db = drizzle({ client, casing: "snake_case" });
      const broken = [...(await ledgerProblems(db)), ...(await auditProblems(db))];
      if (accept && broken.length === 0) await reportDamagedFiles(db, config, log);
      return broken;
    } finally {
      await client.end();
    }
  },
});

async function reportDamagedFiles(db: Database, config: Config, log: Log): Promise<void> {
  const damaged = await damagedFiles(db, openStorage(config));
  for (const { id, key, copy } of damaged)
    log.error({ file: id, key, copy }, "the bytes of a file are missing or altered");
  const lost = new Set(damaged.filter(({ copy }) => !copy).map(({ id }) => id));
  await markLost(db, [...lost]);
  const unmade = damaged.filter(({ id, copy }) => copy && !lost.has(id)).map(({ id }) => id);
  await checkAgain(db, unmade, new Date());
}

/** Bytes that are missing (no measure), or are not those that the row speaks of. */
export const isDamaged = ({ size, sha256 }: StoredFile, found: Measured | undefined): boolean =>
  !found || (size !== null && size !== found.bytes) || (sha256 !== null && sha256 !== found.sha256);

/** The files whose bytes are missing or altered. Reads all of them. */
export async function damagedFiles(db: Database, storage: FileStorage): Promise<StoredFile[]> {
  const damaged: StoredFile[] = [];
  for (const file of await storedFiles(db))
    if (isDamaged(file, await measureStored(storage, file.key))) damaged.push(file);
  return damaged;
}

async function measureStored(storage: FileStorage, key: string): Promise<Measured | undefined> {
  if ((await storage.size(key)) === null) return undefined;
  const { stream, result } = meter();
  for await (const _ of (await storage.read(key)).pipe(stream));
  return result();
}

export type Installation = {
  /** Without the limits of time that pages have. */
  client: pg.Client;
  pool: pg.Pool;
  storage: FileStorage;
  close: () => Promise<void>;
};

/**
 * Opens the database (the embedded server is joined when it runs, else started for as long as this takes) and the
 * storage of files, and changes nothing in them by itself. Throws one sentence when that is not possible.
 */
export async function openInstallation(config: Config, log: Log): Promise<Installation> {
  const { databaseUrl: url, dataDir } = config;
  const database = await openDatabase({ url, dataDir, poolSize: 2, log, copies: copyRules(config, log) });
  const client = new pg.Client({ ...database.connection, application_name: "paperwright-backup", keepAlive: true });
  client.on("error", (err) => log.warn({ err }, "A database connection ended."));
  const close = async () => {
    await client.end().catch(() => undefined);
    await database.close();
  };
  try {
    await client.connect();
    await client.query("set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0");
    return { client, pool: database.pool, storage: openStorage(config), close };
  } catch (error) {
    await close();
    throw openingError(error);
  }
}
