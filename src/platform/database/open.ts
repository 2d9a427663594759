import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import type { Log } from "#src/platform/log.ts";
import type { Database } from "./database.ts";
import { type CopyRules, openEmbedded } from "./embedded/index.ts";
import { openNames, pipelineConnection } from "./pipeline/index.ts";
import { inTransactionOf } from "./transaction.ts";

type PoolLog = Pick<Log, "info" | "warn" | "error">;

export type OpenedDatabase = {
  db: Database;
  pool: pg.Pool;
  /** For connections of one's own, for example one that listens; it stays true when the server is started again. */
  connection: pg.PoolConfig;
  kind: "embedded" | "foreign";
  /** Ends the pool, then leaves the embedded server (the last app stops it). May be called twice. */
  close(): Promise<void>;
};

export type DatabaseOptions = {
  /** A PostgreSQL server of the operator (DATABASE_URL); without it the embedded server of `dataDir` is used. */
  url?: string;
  dataDir: string;
  /** Connections of this process; the default is 10. */
  poolSize?: number;
  /** Off: connections as node-postgres and Drizzle make them. On by default. */
  pipeline?: boolean;
  /** What is done with a data folder that was copied from elsewhere. */
  copies?: CopyRules;
  log: PoolLog;
};

/** Milliseconds. A pool wait that is too long is "database away", not a slow page. */
const limits = {
  statement_timeout: 10_000,
  lock_timeout: 3_000,
  idle_in_transaction_session_timeout: 15_000,
  connectionTimeoutMillis: 5_000,
  query_timeout: 11_000, // ours: a server that hangs does not keep its own limits
};

/**
 * A pool with the product's limits, pipelined by default. It survives a server that ends: without listeners
 * the whole process would end.
 */
export const openPool = (connection: pg.PoolConfig, log: PoolLog, size = 10, pipeline = true): pg.Pool => {
  const pool = new pg.Pool({
    application_name: "paperwright",
    keepAlive: true,
    pipeline,
    ...limits,
    ...connection,
    max: size,
  });
  const lost = (error: Error): void => log.warn({ err: error }, "A database connection ended.");
  pool.on("error", lost);
  pool.on("connect", (client) => client.on("error", lost));
  if (pipeline) {
    const nameOf = openNames();
    pool.on("connect", (client) => pipelineConnection(client, nameOf));
  }
  return pool;
};

/** Drizzle over a pool; property names become snake_case columns, a transaction is `inTransactionOf`. */
export const asDatabase = (pool: pg.Pool): Database => {
  const db = drizzle(pool, { casing: "snake_case" });
  const transaction: Database["transaction"] = (step) =>
    inTransactionOf(pool, (tx) => step(tx as Parameters<typeof step>[0]));
  return Object.assign(db, { transaction });
};

/**
 * Opens the database: the embedded server of the data folder (started or joined), or the one at `url`. A foreign server
 * is not contacted yet. Throws one sentence when the embedded server cannot be opened.
 */
export const openDatabase = async ({
  url,
  dataDir,
  poolSize,
  pipeline,
  copies,
  log,
}: DatabaseOptions): Promise<OpenedDatabase> => {
  const embedded = url === undefined ? await openEmbedded({ dataDir, log, copies }) : undefined;
  const connection = embedded?.connection ?? { connectionString: url };
  const pool = openPool(connection, log, poolSize, pipeline);
  let closed: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    await pool.end();
    await embedded?.close();
  };
  return {
    db: asDatabase(pool),
    pool,
    connection,
    kind: embedded ? "embedded" : "foreign",
    close: () => {
      closed ??= end();
      return closed;
    },
  };
};
