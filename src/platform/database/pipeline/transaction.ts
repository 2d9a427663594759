import { NodePgSession, NodePgTransaction } from "drizzle-orm/node-postgres";
import { PgDialect } from "drizzle-orm/pg-core";
import type pg from "pg";
import type { Database } from "../database.ts";
import { type Ask, type Asked, closable, type OpenTransaction } from "../plain-transaction.ts";

/** Property names become snake_case columns; shared, because it remembers every spelling. */
const dialect = new PgDialect({ casing: "snake_case" });

const over = (client: pg.PoolClient): Database =>
  new NodePgTransaction<Record<string, never>, Record<string, never>>(
    dialect,
    new NodePgSession(client, dialect, undefined),
    undefined,
  );

/** What reads may leave together with `begin`: it does no harm outside a transaction. */
const reads = ([statement]: Asked): boolean =>
  typeof statement === "object" &&
  statement !== null &&
  "text" in statement &&
  typeof statement.text === "string" &&
  /^\s*select\s/i.test(statement.text);

/**
 * Begins a transaction on a pipelined connection: `begin` travels with the first questions of the step, and `commit`
 * with its last statement when the step does not wait for that. Until the server has answered `begin`, only questions
 * are sent: a write behind a `begin` that was refused would be stored at once, on its own. The order stays.
 */
export function beginPipelined(client: pg.PoolClient): OpenTransaction {
  const begun = client.query("begin");
  let free = false; // to send whatever comes
  let waiting = false; // what comes behind a statement that waited takes the same way: answers keep their order, too
  begun.then(
    () => {
      free = true;
    },
    () => {
      waiting = true; // for good
    },
  );
  const inOrder = (asked: Asked, ask: Ask): Promise<pg.QueryResult> => {
    if (!waiting && (free || reads(asked))) return ask(asked);
    waiting = true;
    return begun.then(() => ask(asked));
  };
  const { client: open, close, ask, failure } = closable(client, inOrder);
  return {
    tx: over(open),
    end: async (how) => {
      close();
      const [, answer] = await Promise.all([begun, waiting ? inOrder([how], ask) : ask([how])]);
      return answer;
    },
    failure,
  };
}
