import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import type { Database } from "./database.ts";

/** A transaction that was asked to begin on a connection. */
export type OpenTransaction = {
  tx: Database;
  /** Lets nothing more through, and ends the transaction. Rejects when it never began. */
  end: (how: "commit" | "rollback") => Promise<pg.QueryResult>;
  /** What failed first: the failures behind it come of it. */
  failure: () => unknown;
};

/** A part of a step asked for something after its transaction had ended. */
class TransactionOver extends Error {
  constructor() {
    super("The transaction is over: this statement came too late and was not sent.");
  }
}

export type Asked = readonly unknown[];
export type Ask = (asked: Asked) => Promise<pg.QueryResult>;

type Closable = {
  /** For Drizzle, which asks a client for nothing but `query`. */
  client: pg.PoolClient;
  /** Lets nothing more through: what a part of a failed step still wants must not meet the next transaction. */
  close: () => void;
  /** Asks the connection itself, closed or not. */
  ask: Ask;
  /** What failed first: the failures behind it come of it. */
  failure: () => unknown;
};

/** The connection as one transaction sees it. `through` decides how a statement gets to it. */
export function closable(
  client: pg.PoolClient,
  through: (asked: Asked, ask: Ask) => Promise<pg.QueryResult>,
): Closable {
  let failure: unknown;
  let over = false;
  const ask: Ask = (asked) => {
    const answer: Promise<pg.QueryResult> = Reflect.apply(client.query, client, asked);
    answer.catch((error: unknown) => {
      failure ??= error;
    });
    return answer;
  };
  const query = (...asked: Asked): Promise<pg.QueryResult> =>
    over ? Promise.reject(new TransactionOver()) : through(asked, ask);
  return {
    client: { query } as unknown as pg.PoolClient,
    close: () => {
      over = true;
    },
    ask,
    failure: () => failure,
  };
}

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
