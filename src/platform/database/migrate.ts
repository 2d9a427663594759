import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { isDatabaseAway, isWorthAnotherTry } from "./errors.ts";

const lockKey = 7_301; // any number that nobody else in this database uses

/** Shorter than what a page waits for a lock: who asks behind a step that waits is answered in time. */
const lockTimeoutMs = 2_000;
const pauseMs = 1_000;
const mostTries = 30;

type Journal = { entries: { when: number; tag: string }[] };

/**
 * Brings the database to the newest migration of `folder`, all in one transaction. Processes that start at once wait
 * for each other. A table that somebody uses is waited for in short turns, so that processes of the version before work
 * on. Throws one sentence when the database knows a migration that this program does not.
 */
export const migrateDatabase = async (pool: pg.Pool, folder: string): Promise<void> => {
  await withInstanceLock(pool, lockKey, async (client) => {
    await refuseUnknown(client, folder);
    await client.query(`set lock_timeout = ${lockTimeoutMs}`);
    for (let tries = 1; ; tries += 1) {
      const error = await migrate(drizzle(client), { migrationsFolder: folder }).catch((reason: unknown) => reason);
      if (!error) return;
      if (isDatabaseAway(error)) throw error;
      if (!isWorthAnotherTry(error) || tries === mostTries) throw failed(error);
      await pause(pauseMs);
    }
  });
};

/** Drizzle's own message is the whole statement; the server's reason is its cause. */
const failed = (error: unknown): Error => {
  const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const message = reason instanceof Error ? reason.message : String(reason);
  return new Error(
    `A migration failed and was rolled back whole (${message}): nothing was changed, and the version that ran before still starts.`,
    { cause: error },
  );
};

const journalOf = (folder: string): string => join(folder, "meta", "_journal.json");

const readJournal = (folder: string): Journal => JSON.parse(readFileSync(journalOf(folder), "utf8"));

/** The instants (milliseconds) by which Drizzle knows the migrations of a folder. */
export const knownMigrations = (folder: string): number[] => readJournal(folder).entries.map(({ when }) => when);

/** True when the database has the newest migration of the folder: its tables are those that this program knows. */
export const isNewest = async (client: pg.ClientBase, folder: string): Promise<boolean> =>
  Math.max(0, ...(await appliedMigrations(client))) === Math.max(...knownMigrations(folder));

/** Copies the migrations of `folder` that are in `wanted` into the empty folder `drafts`. @returns that folder. */
export const migrationsUpTo = (folder: string, drafts: string, wanted: readonly number[]): string => {
  const journal = readJournal(folder);
  const entries = journal.entries.filter(({ when }) => wanted.includes(when));
  mkdirSync(join(drafts, "meta"));
  writeFileSync(journalOf(drafts), JSON.stringify({ ...journal, entries }));
  for (const { tag } of entries) copyFileSync(join(folder, `${tag}.sql`), join(drafts, `${tag}.sql`));
  return drafts;
};

const refuseUnknown = async (client: pg.Client, folder: string): Promise<void> => {
  const known = knownMigrations(folder);
  const applied = await appliedMigrations(client);
  if (applied.some((when) => when > Math.max(0, ...known)))
    throw new Error(
      "This database was last used by a newer version of Paperwright: start that version, or restore a backup made by this one.",
    );
  if (applied.some((when) => !known.includes(when)))
    throw new Error(
      "This database was made by another version of Paperwright that does not fit this one: start that version, or use another data folder.",
    );
};

/** Drizzle keeps the journal's `when` (milliseconds) of each applied migration. */
const appliedMigrations = async (client: pg.ClientBase): Promise<number[]> => {
  const table = await client.query<{ found: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as found",
  );
  if (!table.rows[0]?.found) return [];
  const rows = await client.query<{ created_at: string }>("select created_at from drizzle.__drizzle_migrations");
  return rows.rows.map((row) => Number(row.created_at));
};

/**
 * Runs `work` while no other process runs work under the same lock; the others wait for as long as it takes. The
 * connection is its own and has no time limits: waiting, and rewriting a large table, may take longer than a page may.
 */
export async function withInstanceLock<T>(
  pool: pg.Pool,
  lock: number,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...pool.options, query_timeout: 0 });
  await client.connect();
  try {
    await client.query("set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0");
    await client.query("select pg_advisory_lock($1)", [lock]);
    return await work(client);
  } finally {
    await client.end(); // the lock goes with it
  }
}
