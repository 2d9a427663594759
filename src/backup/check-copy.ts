import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { openStorage } from "#src/adapters/storage/open-storage.ts";
import type { Config } from "#src/config.ts";
import { checkAgain, markLost } from "#src/modules/files/index.server.ts";
import { ledgerProblems } from "#src/modules/payments/index.server.ts";
import { auditProblems } from "#src/platform/audit.ts";
import type { Database } from "#src/platform/database/database.ts";
import type { CopyRules } from "#src/platform/database/embedded/index.ts";
import { indexProblems, keyProblems } from "#src/platform/database/index-problems.ts";
import { isNewest } from "#src/platform/database/migrate.ts";
import type { Log } from "#src/platform/log.ts";
import { markBroughtHere } from "#src/platform/outgoing-hold.ts";
import { damagedFiles } from "./damaged-files.ts";

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
