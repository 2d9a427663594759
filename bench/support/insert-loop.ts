import { spawn } from "node:child_process";
import type pg from "pg";
import type { Inserted, InsertLoop, Template } from "../references/inserts.ts";
import type { Measured } from "./rounds.ts";

const parts = [
  ["orders.orders", "id"],
  ["orders.order_history", "order_id"],
  ["platform.timers", "subject"],
  ["platform.audit", "subject"],
  ["platform.outbox", "subject"],
] as const;

export type Copies = Pick<InsertLoop, "templates" | "orderId" | "fresh">;

/** The sealer writes these later; the second one is unique. */
const later = { seq: null, hash: null };

/** Columns that the database computes: nobody may write them. */
async function computedIn(pool: Pick<pg.Pool, "query">, table: string): Promise<readonly string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema || '.' || table_name = $1 and is_generated = 'ALWAYS'`,
    [table],
  );
  return rows.map(({ name }) => name);
}

/** Copies of the tables of an order, with the same indexes and the rows that placing this order wrote. */
export async function copyTables(pool: Pick<pg.Pool, "query">, orderId: string): Promise<Copies> {
  await pool.query("create schema bench");
  const templates: Template[] = [];
  for (const [table, key] of parts) {
    const copy = `bench.${table.split(".")[1]}`;
    await pool.query(`create table ${copy} (like ${table} including all)`);
    const { rows } = await pool.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) - $2::text[] as row from ${table} t where ${key}::text = $1`,
      [orderId, await computedIn(pool, table)],
    );
    if (rows.length === 0) throw new Error(`placing an order wrote nothing into ${table}`);
    templates.push(...rows.map(({ row }) => ({ table: copy, row: "seq" in row ? { ...row, ...later } : row })));
  }
  return { templates, orderId, fresh: ["number", "idempotency_key"] };
}

/** One round of the reference, in a process of its own. */
export const insertLoop = (loop: InsertLoop): Promise<Measured> =>
  new Promise((done, fail) => {
    const child = spawn(process.execPath, ["bench/references/inserts.ts"], { stdio: ["pipe", "pipe", "inherit"] });
    const said: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => said.push(chunk));
    child.on("error", fail);
    child.on("close", (code) => {
      if (code !== 0) return fail(new Error(`the insert loop ended with ${code}`));
      const { count, seconds, p50, p99 } = JSON.parse(Buffer.concat(said).toString()) as Inserted;
      done({ value: count / seconds, count, p50, p99 });
    });
    child.stdin.end(JSON.stringify(loop));
  });
