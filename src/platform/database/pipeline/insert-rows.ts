import { is, SQL, sql } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import { getTableConfig, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import { type Database, send } from "../database.ts";

type Made = { generated: undefined; identity: undefined };
type Columns<T extends PgTable> = T["_"]["columns"];
type MadeByTheServer<T extends PgTable> = {
  [K in keyof Columns<T>]: Columns<T>[K]["_"] extends Made ? never : K;
}[keyof Columns<T>];

/** A table whose columns are all given: an insert of whole rows cannot leave one to the server. */
export type PlainTable<T extends PgTable> = [MadeByTheServer<T>] extends [never]
  ? unknown
  : { "the server makes these columns; use Drizzle's insert": MadeByTheServer<T> };

type Shape = { into: string; columns: readonly { key: string; name: string; standard: unknown }[] };

const shapes = new WeakMap<PgTable, Shape>();

/** Inserts read the whole row, so a column that is left out gets its plain default here. */
function shapeOf(table: PgTable): Shape {
  const known = shapes.get(table);
  if (known) return known;
  const { schema, name, columns } = getTableConfig(table);
  const full = `"${schema}"."${name}"`;
  const shown = columns.map((column) => ({
    key: column.name,
    name: toSnakeCase(column.name),
    standard: standardOf(column),
  }));
  // Named one by one: a column that PostgreSQL itself writes (search.ts) is not among them.
  const names = shown.map((column) => `"${column.name}"`).join(", ");
  const into = `insert into ${full} (${names}) select ${names} from jsonb_populate_recordset(null::${full}, `;
  const shape: Shape = { into, columns: shown };
  shapes.set(table, shape);
  return shape;
}

/** Only a default that is a plain value can be written by us; the types cannot distinguish it from a default computed by SQL. */
function standardOf(column: PgColumn): unknown {
  if (column.generated || column.generatedIdentity || column.defaultFn || is(column.default, SQL))
    throw new Error(`The column "${column.name}" is made by SQL or by a function: use Drizzle's insert.`);
  return column.default ?? null;
}

/** Every column of a row, by its property or by its name in the table. */
const filled = (
  table: PgTable,
  row: Readonly<Record<string, unknown>>,
  by: "key" | "name",
): Record<string, unknown> => {
  const whole: Record<string, unknown> = {};
  for (const column of shapeOf(table).columns) whole[column[by]] = row[column.key] ?? column.standard;
  return whole;
};

/** Whole rows with the defaults of their columns, as they will lie in the table. */
export const wholeRow = <T extends PgTable>(table: T & PlainTable<T>, row: T["$inferInsert"]): T["$inferSelect"] =>
  filled(table, row, "key");

const wellFormed = (_key: string, value: unknown): unknown =>
  typeof value === "string" && !value.isWellFormed() ? value.toWellFormed() : value;

/** JSON writes half a character as its escape, which no text of PostgreSQL can hold; looking at each value is slow. */
const jsonOf = (value: unknown): string => {
  const text = JSON.stringify(value);
  return text.includes("\\ud") ? JSON.stringify(value, wellFormed) : text;
};

/** The rows as the one parameter of an insert. */
const parameterOf = <T extends PgTable>(table: T, rows: readonly T["$inferInsert"][]): SQL =>
  sql`${jsonOf(rows.map((row) => filled(table, row, "name")))}::jsonb`;

/**
 * Inserts rows by one statement with one parameter, whatever the number of rows and columns: building and planning a
 * statement of seventy parameters costs several times the insert. Returns how many rows were written; `unless` names
 * the unique columns on whose conflict a row is left out.
 */
export async function insertRows<T extends PgTable>(
  db: Database,
  table: T & PlainTable<T>,
  rows: readonly T["$inferInsert"][],
  { unless }: { unless?: string } = {},
): Promise<number> {
  const tail = unless ? sql.raw(`) on conflict (${unless}) do nothing`) : sql.raw(")");
  const result = await send(db, sql`${sql.raw(shapeOf(table).into)}${parameterOf(table, rows)}${tail}`);
  return result.rowCount ?? 0;
}

/** Rows for one table, to be inserted together with those of others. */
export type Insert = { table: PgTable; rows: readonly Record<string, unknown>[] };
export const rowsFor = <T extends PgTable>(table: T & PlainTable<T>, rows: readonly T["$inferInsert"][]): Insert => ({
  table,
  rows,
});

/** A change of rows, as `getSQL()` of Drizzle's update or delete gives it. */
export type Change = { change: SQL };

const partOf = (write: Insert | Change): SQL =>
  "change" in write ? write.change : sql`${sql.raw(shapeOf(write.table).into)}${parameterOf(write.table, write.rows)})`;

/**
 * Writes into several tables by one statement: all of it, or nothing. No part sees what another one wrote, so no row
 * may be in two of them.
 */
export async function writePipelined(db: Database, writes: readonly (Insert | Change)[]): Promise<void> {
  const given = writes.filter((write) => "change" in write || write.rows.length > 0);
  if (given.length === 0) return;
  const parts = given.map((write, i) => sql`${sql.raw(`i${i} as (`)}${partOf(write)})`);
  await send(db, sql`with ${sql.join(parts, sql.raw(", "))} select`);
}
