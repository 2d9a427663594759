import { NodePgSession, NodePgTransaction } from "drizzle-orm/node-postgres";
import { PgDialect } from "drizzle-orm/pg-core";
import type pg from "pg";
import { isDatabaseAway } from "./away.ts";
import type { Database } from "./database.ts";

/** A statement of the transaction had failed and the step went on: nothing of it was stored. */
export class RolledBack extends Error {
  constructor() {
    super("The transaction was rolled back: one of its statements had failed.");
  }
}

/** Property names become snake_case columns; shared, because it remembers every spelling. */
const dialect = new PgDialect({ casing: "snake_case" });
const opened = new WeakMap<pg.PoolClient, Database>();

const over = (client: pg.PoolClient): Database => {
  const known = opened.get(client);
  if (known) return known;
  const made = new NodePgTransaction<Record<string, never>, Record<string, never>>(
    dialect,
    new NodePgSession(client, dialect, undefined),
    undefined,
  );
  opened.set(client, made);
  return made;
};

/**
 * Runs `step` in a transaction of its own, read committed. Connections are pipelined: `begin` travels with the first
 * statement of the step, and `commit` with its last one when the step does not wait for that. Throws what the step
 * throws, or RolledBack when it says nothing of a statement that failed.
 */
export async function inTransactionOf<T>(pool: pg.Pool, step: (tx: Database) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let lost = true;
  try {
    const begun = client.query("begin");
    begun.catch(() => undefined); // the statements behind it fail, too
    const result = await step(over(client));
    const [, ended] = await Promise.all([begun, client.query("commit")]);
    if (ended.command !== "COMMIT") throw new RolledBack();
    lost = false;
    return result;
  } catch (error) {
    const left = await client.query("rollback").catch(() => null);
    lost = left === null || isDatabaseAway(error);
    throw error;
  } finally {
    client.release(lost);
  }
}
