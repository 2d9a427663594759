import { createHash } from "node:crypto";
import type pg from "pg";

/** Statements with a fixed text come again and again; lists of changing length make many texts that do not. */
const seenBefore = 3;
const mostParameters = 120;
const mostNames = 500;

type NameOf = (text: string, parameters: number) => string | undefined;

/** Gives names to the statements that come often on a pool, so that the server parses and plans them once a connection. */
export function openNames(): NameOf {
  const seen = new Map<string, number>();
  const names = new Map<string, string>();
  return (text, parameters) => {
    const known = names.get(text);
    if (known || parameters === 0 || parameters > mostParameters || names.size >= mostNames) return known;
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
