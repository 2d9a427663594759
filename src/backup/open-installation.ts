import pg from "pg";
import { openStorage } from "#src/adapters/storage/open-storage.ts";
import type { Config } from "#src/config.ts";
import type { FileStorage } from "#src/modules/files/index.server.ts";
import { openingError } from "#src/platform/database/errors.ts";
import { openDatabase } from "#src/platform/database/open.ts";
import type { Log } from "#src/platform/log.ts";
import { copyRules } from "./check-copy.ts";

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
