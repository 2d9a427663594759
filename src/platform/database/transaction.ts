import { NodePgSession, NodePgTransaction } from "drizzle-orm/node-postgres";
import { PgDialect } from "drizzle-orm/pg-core";
import type pg from "pg";
import { isAftermath, isConnectionSpent } from "./away.ts";
import type { Database } from "./database.ts";
import { openLine } from "./line.ts";

/** Nothing of the transaction was stored, since a statement had failed: its failure is the cause. */
export class RolledBack extends Error {
  constructor(failure: unknown) {
    super("The transaction was rolled back: one of its statements had failed.", { cause: failure });
  }
}

/** Property names become snake_case columns; shared, because it remembers every spelling. */
const dialect = new PgDialect({ casing: "snake_case" });

const over = (client: pg.PoolClient): Database =>
  new NodePgTransaction<Record<string, never>, Record<string, never>>(
    dialect,
    new NodePgSession(client, dialect, undefined),
    undefined,
  );

/**
 * Runs `step` in a transaction of its own, read committed. Connections are pipelined: `begin` travels with the first
 * questions of the step, and `commit` with its last statement when the step does not wait for that. Throws what the
 * step throws, or RolledBack when it says nothing of the statement that failed first. Once the step has ended or thrown,
 * nothing of it that still runs reaches the server.
 */
export async function inTransactionOf<T>(pool: pg.Pool, step: (tx: Database) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  const line = openLine(client);
  let lost = true;
  try {
    const result = await step(over(line.client));
    const ended = await line.end("commit");
    if (ended.command !== "COMMIT") throw new RolledBack(line.failure());
    lost = false;
    return result;
  } catch (error) {
    const left = await line.end("rollback").catch(() => null);
    const failure = line.failure();
    lost = left === null || isConnectionSpent(failure) || isConnectionSpent(error);
    throw failure && isAftermath(error) ? new RolledBack(failure) : error;
  } finally {
    client.release(lost);
  }
}
