import { createHash } from "node:crypto";
import type pg from "pg";

/** Statements with a fixed text come again and again; lists of changing length make many texts that do not. */
const seenBefore = 3;
const mostParameters = 120;
const mostNames = 500;

export type NameOf = (text: string, parameters: number) => string | undefined;

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
export function prepareOften(client: pg.PoolClient, nameOf: NameOf): void {
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
