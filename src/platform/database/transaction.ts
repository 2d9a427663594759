import type pg from "pg";
import type { Database } from "./database.ts";
import { isAftermath, isConnectionSpent } from "./errors.ts";
import { beginPipelined } from "./pipeline/index.ts";
import { beginPlain } from "./plain-transaction.ts";

/** Nothing of the transaction was stored, since a statement had failed: its failure is the cause. */
export class RolledBack extends Error {
  constructor(failure: unknown) {
    super("The transaction was rolled back: one of its statements had failed.", { cause: failure });
  }
}

/**
 * Runs `step` in a transaction of its own, read committed, pipelined when its pool is. Throws what the step throws, or
 * RolledBack when it says nothing of the statement that failed first. Once the step has ended or thrown, nothing of it
 * that still runs reaches the server.
 */
export async function inTransactionOf<T>(pool: pg.Pool, step: (tx: Database) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  const { tx, end, failure } = pool.options.pipeline ? beginPipelined(client) : beginPlain(client);
  let lost = true;
  try {
    const result = await step(tx);
    const ended = await end("commit");
    if (ended.command !== "COMMIT") throw new RolledBack(failure());
    lost = false;
    return result;
  } catch (error) {
    const left = await end("rollback").catch(() => null);
    const first = failure();
    lost = left === null || isConnectionSpent(first) || isConnectionSpent(error);
    throw first && isAftermath(error) ? new RolledBack(first) : error;
  } finally {
    client.release(lost);
  }
}
