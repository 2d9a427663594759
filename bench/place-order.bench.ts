import { spawn } from "node:child_process";
import pg from "pg";
import { openEmbedded } from "../src/platform/database/embedded/index.ts";
import { openLog } from "../src/platform/log.ts";
import { type Product, startProduct } from "../tests/support/product.ts";
import type { Inserted, InsertLoop, Template } from "./references/inserts.ts";
import { idsOf, signInClients } from "./support/clients.ts";
import { type Aim, load } from "./support/load.ts";
import { durabilityOf } from "./support/open-runtime.ts";
import { formOf, placeOne, turnsOf } from "./support/order-form.ts";
import { measureLive } from "./support/orders-live.ts";
import { compareRates, type Measured } from "./support/rounds.ts";
import type { Bench, Options, Row } from "./support/types.ts";

const parts = [
  ["orders.orders", "id"],
  ["orders.order_history", "order_id"],
  ["platform.timers", "subject"],
  ["platform.audit", "subject"],
  ["platform.outbox", "subject"],
] as const;

type Copies = Pick<InsertLoop, "templates" | "orderId" | "fresh">;

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
async function copyTables(pool: Pick<pg.Pool, "query">, orderId: string): Promise<Copies> {
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
const insertLoop = (loop: InsertLoop): Promise<Measured> =>
  new Promise((done, fail) => {
    const child = spawn(process.execPath, ["bench/references/inserts.ts"], { stdio: ["pipe", "pipe", "inherit"] });
    const output: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
    child.on("error", fail);
    child.on("close", (code) => {
      if (code !== 0) return fail(new Error(`the insert loop ended with ${code}`));
      const { count, seconds, p50, p99 } = JSON.parse(Buffer.concat(output).toString()) as Inserted;
      done({ value: count / seconds, count, p50, p99 });
    });
    child.stdin.end(JSON.stringify(loop));
  });

/** So many that each has few orders, as people do: the product counts a client's open orders at each placing. */
const people = 1_000;
const stored = async (pool: pg.Pool, table: string): Promise<number> =>
  Number((await pool.query<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]?.n);

type Counts = { ours: number; reference: number };
type Sides = { ours: (seconds: number) => Promise<Measured>; reference: (seconds: number) => Promise<Measured> };

/** Counts what each side reported as written. */
const counted = (sides: Sides, counts: Counts): Sides => {
  const keep = (side: keyof Counts) => async (seconds: number) => {
    const measured = await sides[side](seconds);
    counts[side] += measured.count ?? 0;
    return measured;
  };
  return { ours: keep("ours"), reference: keep("reference") };
};

async function rowsFor(product: Product, pool: pg.Pool, connection: pg.PoolConfig, options: Options): Promise<Row[]> {
  const cookies = await signInClients(pool, people);
  const filled = await formOf(product, cookies[0] ?? "");
  const first = await placeOne(filled, cookies[0] ?? "");
  const copies: Copies = await copyTables(pool, first.id);
  const before = await stored(pool, "orders.orders");
  const counts: Counts = { ours: 0, reference: 0 };
  const turns = turnsOf(filled.body ?? "", cookies, await idsOf(pool, cookies));
  const durable = await durabilityOf(pool);
  const rows: Row[] = [];
  for (const clients of [1, 8, 32]) {
    const aim: Aim = { ...filled, method: "POST", turns, connections: clients, status: first.status, pid: product.pid };
    const measured = await compareRates(
      counted(
        {
          ours: (seconds) => load(aim, seconds),
          reference: (seconds) => insertLoop({ connection, clients, seconds, ...copies }),
        },
        counts,
      ),
      options,
    );
    rows.push({
      name: "place-order",
      size: `${clients} client${clients === 1 ? "" : "s"}`,
      unit: "1/s",
      referenceIs: `bare loop: begin, ${copies.templates.length} prepared inserts, commit`,
      goal: clients === 1 ? "0.35" : "0.45",
      ...(clients > 1 && { floor: 0.25, heldAt: 0.12 }),
      ...measured,
      note: [measured.note, durable].filter(Boolean).join("; "),
    });
  }
  const kept = { ours: (await stored(pool, "orders.orders")) - before, reference: await stored(pool, "bench.orders") };
  if (kept.ours !== counts.ours || kept.reference !== counts.reference)
    throw new Error(`acknowledged ${JSON.stringify(counts)}, stored ${JSON.stringify(kept)}`);
  return rows;
}

/** POST of the order form, signed in: session, validation, price, one transaction; acknowledged = stored, or it is void. */
export const bench: Bench = {
  name: "place-order",
  run: async (options) => [...(await measurePlacing(options)), ...(options.quick ? [] : [await measureLive(options)])],
};

async function measurePlacing(options: Options): Promise<Row[]> {
  const product = await startProduct();
  const server = await openEmbedded({ dataDir: product.dataDir, log: openLog("error") });
  const pool = new pg.Pool({ ...server.connection, max: 2 });
  try {
    return await rowsFor(product, pool, server.connection, options);
  } finally {
    await pool.end();
    await server.close();
    await product.stop();
  }
}
