import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import type { Database } from "../../src/platform/database/database.ts";
import { asDatabase, openPool } from "../../src/platform/database/open.ts";
import { quietLog } from "./quiet-log.ts";
import { databasePrefix, templateName } from "./server-folders.ts";

export type TestDatabase = {
  db: Database;
  pool: pg.Pool;
  /** For pools and clients of the test's own. */
  connection: pg.PoolConfig;
  /** The same as a DATABASE_URL, for other processes. */
  url: string;
  /** Ends the pool and removes the database. */
  drop(): Promise<void>;
};

/** Milliseconds. Limits for blocked requests: how long the product itself waits is asked by tests of the product's pool. */
export const longWaits = {
  statement_timeout: 100_000,
  lock_timeout: 100_000,
  idle_in_transaction_session_timeout: 100_000,
  connectionTimeoutMillis: 100_000,
  query_timeout: 110_000,
};

const createLock = 7_302; // a template may have one user at a time

/** The run's own choice, for tests that say nothing of it: DATABASE_PIPELINE, as for the product. */
const pipelined = process.env.DATABASE_PIPELINE !== "off";
/** For tests of the database itself, which hold for both. */
export const pipelinedAndPlain = [
  ["pipelined", true],
  ["plain", false],
] as const;

/** A fresh, migrated database of the test file's own, made from the run's template. Call `drop` in afterAll. */
export const createTestDatabase = async (poolSize = 4, pipeline = pipelined): Promise<TestDatabase> => {
  const server = inject("testServer");
  const name = `${databasePrefix}${process.pid}_${randomBytes(4).toString("hex")}`;
  await asAdmin(server, async (admin) => {
    await admin.query("select pg_advisory_lock($1)", [createLock]);
    await admin.query(`create database ${name} template ${templateName} strategy file_copy`);
  });
  const connection = { ...server, ...longWaits, database: name };
  const pool = openPool(connection, quietLog, poolSize, pipeline);
  return { db: asDatabase(pool), pool, connection, url: urlOf(connection), drop: () => drop(server, pool, name) };
};

const drop = async (server: pg.PoolConfig, pool: pg.Pool, name: string): Promise<void> => {
  await pool.end();
  await asAdmin(server, (admin) => admin.query(`drop database ${name} with (force)`));
};

const asAdmin = async (server: pg.PoolConfig, work: (admin: pg.Client) => Promise<unknown>): Promise<void> => {
  const admin = new pg.Client(server);
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
};

/** A connection as one address; a socket's folder travels as the parameter `host`. */
const urlOf = ({ user, password, host, port, database }: pg.PoolConfig): string => {
  const url = new URL(`postgres://localhost:${port}/${database}`);
  url.username = user ?? "";
  if (typeof password === "string") url.password = password;
  url.searchParams.set("host", host ?? "");
  return url.href;
};
