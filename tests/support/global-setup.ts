import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { openEmbedded } from "../../src/platform/database/embedded/index.ts";
import { migrateDatabase } from "../../src/platform/database/migrate.ts";
import { openPool } from "../../src/platform/database/open.ts";
import { quietLog } from "./quiet-log.ts";
import { folderPrefix, removeFolder, removeStaleFolders, templateName } from "./server-folders.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** How to reach the test server (user, host, port). */
    testServer: pg.PoolConfig;
  }
}

const fast = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=100", "autovacuum=off"];

/** One server for the run, in a folder that carries this process's number, with one migrated template database. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  removeStaleFolders();
  const dataDir = mkdtempSync(join(tmpdir(), `${folderPrefix}${process.pid}-`));
  const server = await openEmbedded({ dataDir, log: quietLog, flags: fast });
  await makeTemplate(server.connection);
  provide("testServer", server.connection);
  return async () => {
    await server.close();
    removeFolder(dataDir);
  };
}

const makeTemplate = async (connection: pg.PoolConfig): Promise<void> => {
  const admin = new pg.Client(connection);
  await admin.connect();
  await admin.query(`create database ${templateName}`);
  await admin.end();
  const pool = openPool({ ...connection, database: templateName }, quietLog, 1);
  await migrateDatabase(pool, "migrations");
  await pool.end();
};
