import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import type { Database } from "./database.ts";
import { type Ask, type Asked, closable, type OpenTransaction } from "./open-transaction.ts";

/**
 * Begins a transaction with what node-postgres and Drizzle document and nothing else (DATABASE_PIPELINE=off): one
 * statement at a time, each when the one before it was answered.
 */
export function beginPlain(client: pg.PoolClient): OpenTransaction {
  const begun = client.query("begin");
  let last: Promise<unknown> = begun.catch(() => undefined);
  const askInOrder = (asked: Asked, ask: Ask): Promise<pg.QueryResult> => {
    const answer = last.then(() => begun).then(() => ask(asked));
    last = answer.catch(() => undefined);
    return answer;
  };
  const { client: open, close, ask, failure } = closable(client, askInOrder);
  return {
    tx: withSavepoints(open, 1),
    end: (how) => {
      close();
      return askInOrder([how], ask);
    },
    failure,
  };
}

/** Drizzle over one client, on which a transaction is open: the ones inside it are savepoints. */
function withSavepoints(client: pg.PoolClient, depth: number): Database {
  const db: Database = drizzle({ client, casing: "snake_case" });
  const transaction = async <T>(step: (tx: Database) => Promise<T>): Promise<T> => {
    const to = (statement: string) => db.execute(sql.raw(`${statement} sp${depth}`));
    await to("savepoint");
    try {
      const result = await step(withSavepoints(client, depth + 1));
      await to("release savepoint");
      return result;
    } catch (error) {
      await to("rollback to savepoint");
      throw error;
    }
  };
  return Object.assign(db, { transaction });
}
