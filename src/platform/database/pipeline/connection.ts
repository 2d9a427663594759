import { createHash } from "node:crypto";
import { NodePgSession, NodePgTransaction } from "drizzle-orm/node-postgres";
import { PgDialect } from "drizzle-orm/pg-core";
import type pg from "pg";
import type { Database } from "../database.ts";
import { type Ask, type Asked, closable, type OpenTransaction } from "../plain-transaction.ts";

/** Statements with a fixed text come again and again; lists of changing length make many texts that do not. */
const seenBefore = 3;
const mostParameters = 120;
const mostNames = 500;
const isPlanned = /^\s*(?:select|with)\b/i;

type NameOf = (text: string, parameters: number) => string | undefined;

/** Gives names to the statements that come often on a pool, so that the server parses and plans them once a connection. */
export function openNames(): NameOf {
  const seen = new Map<string, number>();
  const names = new Map<string, string>();
  return (text, parameters) => {
    const known = names.get(text);
    if (known || parameters > mostParameters || names.size >= mostNames) return known;
    if (parameters === 0 && !isPlanned.test(text)) return undefined;
    const times = (seen.get(text) ?? 0) + 1;
    if (times < seenBefore) {
      if (seen.size > 10 * mostNames) seen.clear();
      seen.set(text, times);
      return undefined;
    }
    seen.delete(text);
    const name = createHash("sha256").update(text).digest("base64url").slice(0, 22);
    names.set(text, name);
    return name;
  };
}

/** Makes a connection prepare what it is asked often. */
function prepareOften(client: pg.PoolClient, nameOf: NameOf): void {
  const plain: { query: (...asked: unknown[]) => unknown } = Object.getPrototypeOf(client);
  const named = (...asked: unknown[]): unknown => {
    const { query } = plain;
    const [config, values] = asked;
    if (isConfig(config) && config.name === undefined && Array.isArray(values)) {
      const name = nameOf(config.text, values.length);
      if (name) return query.call(client, { ...config, name }, ...asked.slice(1));
    }
    return query.apply(client, asked);
  };
  Object.assign(client, { query: named });
}

const isConfig = (value: unknown): value is { text: string; name?: string } =>
  typeof value === "object" && value !== null && "text" in value && typeof value.text === "string";

/**
 * What a connection is asked in one turn of the event loop leaves in one write: waking the server costs more than many
 * statements do.
 */
function sendInOneWrite(client: pg.PoolClient): void {
  const asked: { query: (...statement: unknown[]) => unknown } = client;
  const { query } = asked;
  let holding = false;
  const hold = (): void => {
    if (holding) return;
    holding = true;
    const { stream } = client.connection;
    stream.cork();
    process.nextTick(() => {
      holding = false;
      stream.uncork();
    });
  };
  asked.query = (...statement) => {
    hold();
    return query.apply(client, statement);
  };
}

/** Makes a new connection of a pipelined pool prepare what it is asked often, and send in one write. */
export function pipelineConnection(client: pg.PoolClient, nameOf: NameOf): void {
  prepareOften(client, nameOf);
  sendInOneWrite(client);
}

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
