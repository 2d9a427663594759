import { newId } from "../../src/platform/ids.ts";
import type { TestRuntime } from "./runtime.ts";

/** A row for a test: columns that hold words of a person, and columns that say whose row it is. */
export type MarkedRow = { table: string; marked: readonly string[]; links?: Readonly<Record<string, string>> };

type Column = { name: string; type: string; nullable: boolean; hasDefault: boolean };

const fillers: Readonly<Record<string, unknown>> = {
  text: "x",
  jsonb: "{}",
  integer: 1,
  bigint: 1,
  boolean: false,
  "timestamp with time zone": "2026-03-10T12:00:00Z",
  date: "2026-03-10",
  ARRAY: "{}",
};

/**
 * Inserts a row with `text` in its marked columns, the links as they are given, and anything in what must not be empty.
 * @returns its id, when it has one.
 */
export async function insertMarked({ database }: TestRuntime, row: MarkedRow, text: string): Promise<string> {
  const [schema, table] = row.table.split(".");
  const { rows } = await database.pool.query<Column>(
    `select column_name as name, data_type as type, is_nullable = 'YES' as nullable, column_default is not null as "hasDefault"
     from information_schema.columns where table_schema = $1 and table_name = $2 and is_generated = 'NEVER' and is_identity = 'NO'`,
    [schema, table],
  );
  const unknown = [...row.marked, ...Object.keys(row.links ?? {})].filter(
    (name) => !rows.some((one) => one.name === name),
  );
  if (unknown.length > 0) throw new Error(`${row.table} has no column ${unknown.join(", ")}.`);
  const values = new Map<string, unknown>();
  for (const { name, type, nullable, hasDefault } of rows) {
    if (row.links?.[name] !== undefined) values.set(name, row.links[name]);
    else if (row.marked.includes(name)) values.set(name, type === "jsonb" ? JSON.stringify({ text }) : text);
    else if (!nullable && !hasDefault)
      values.set(name, type === "uuid" ? newId() : type === "text" ? newId() : fillers[type]);
  }
  const names = [...values.keys()];
  await database.pool.query(
    `insert into ${row.table} (${names.map((name) => `"${name}"`).join()}) values (${names.map((_, at) => `$${at + 1}`).join()})`,
    [...values.values()],
  );
  return String(values.get("id") ?? "");
}
