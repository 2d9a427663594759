import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { openEmbedded } from "../../src/platform/database/embedded/index.ts";
import { isAlive } from "../../src/platform/database/embedded/pid-file.ts";
import { migrateDatabase } from "../../src/platform/database/migrate.ts";
import { openPool } from "../../src/platform/database/open.ts";
import { quietLog } from "./quiet-log.ts";
import {
  databasePrefix,
  keptFolder,
  removeKeptOfLostCheckouts,
  removeStaleFolders,
  templateName,
} from "./server-folders.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** How to reach the test server (user, host, port). */
    testServer: pg.PoolConfig;
  }
}

const fast = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=100", "autovacuum=off"];
const templateLock = 7_301;

/**
 * One server with one migrated template database. Its folder is kept for the next run under a hash of the migrations;
 * runs at the same time join the server that is there.
 */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  removeStaleFolders();
  removeKeptOfLostCheckouts();
  const dataDir = keptFolder("servers", migrationsHash());
  process.env.NODE_COMPILE_CACHE = join(dataDir, "compiled"); // for the programs that tests start
  const server = await openEmbedded({ dataDir, log: quietLog, flags: fast });
  await asAdmin(server.connection, async (admin) => {
    await admin.query("select pg_advisory_lock($1)", [templateLock]);
    await dropLeftDatabases(admin);
    await makeTemplate(admin, server.connection);
  });
  provide("testServer", server.connection);
  return () => server.close();
}

/** Of every migration's name and text, and of the server's version. */
function migrationsHash(): string {
  const hash = createHash("sha256");
  for (const file of globSync("migrations/*.sql").sort()) hash.update(file).update(readFileSync(file));
  const { optionalDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  return hash.update(JSON.stringify(optionalDependencies)).digest("hex").slice(0, 16);
}

/** A killed run leaves its databases behind; their names carry the number of its process. */
async function dropLeftDatabases(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ datname: string }>("select datname from pg_database where datname like $1", [
    `${databasePrefix}%`,
  ]);
  for (const { datname } of rows)
    if (!isAlive(Number(datname.slice(databasePrefix.length).split("_")[0])))
      await admin.query(`drop database ${datname} with (force)`);
  await admin.query("vacuum pg_database"); // automatic vacuum is off
}

/** A template is marked as one when all migrations are in it; a half-made one is made again. */
async function makeTemplate(admin: pg.Client, connection: pg.PoolConfig): Promise<void> {
  const { rows } = await admin.query("select 1 from pg_database where datname = $1 and datistemplate", [templateName]);
  if (rows.length > 0) return;
  await admin.query(`drop database if exists ${templateName} with (force)`);
  await admin.query(`create database ${templateName}`);
  const pool = openPool({ ...connection, database: templateName }, quietLog, 1);
  await migrateDatabase(pool, "migrations");
  await pool.end();
  await admin.query(`alter database ${templateName} is_template true`);
}

async function asAdmin(connection: pg.PoolConfig, work: (admin: pg.Client) => Promise<void>): Promise<void> {
  const admin = new pg.Client(connection);
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}
