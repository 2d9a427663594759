import pg from "pg";
import { openEmbedded } from "../src/platform/database/embedded/index.ts";
import { openLog } from "../src/platform/log.ts";
import { type Product, startProduct } from "../tests/support/product.ts";
import { signInClients } from "./support/clients.ts";
import { keyMark } from "./support/hammer.ts";
import { type Copies, copyTables, insertLoop } from "./support/insert-loop.ts";
import { type Aim, load } from "./support/load.ts";
import { durabilityOf } from "./support/open-house.ts";
import { readForm } from "./support/read-form.ts";
import { compareRates, type Measured } from "./support/rounds.ts";
import type { Bench, Options, Row } from "./support/types.ts";

/** So many that each has few orders, as people do: the product counts a client's open orders at each placing. */
const people = 1_000;
const at = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

const work = (): Record<string, string> => ({
  service: "non-technical",
  subject: "History",
  pages: "6",
  citedSources: "8",
  spacing: "double",
  orderType: "writing",
  deadlineDate: at(150).slice(0, 10),
  deadlineTime: "12:00",
  deadlineZone: "UTC",
});
const brief = {
  title: "The memory of a town, in letters and parish books",
  instructions: "Write about how a town remembers its past, with two examples from the nineteenth century.",
  country: "DE",
  fairUse: "on",
  age: "on",
};

/** The form of /order as this person gets it for this work, with its price, filled in; its key is new in each request. */
async function formOf(product: Product, cookie: string): Promise<Pick<Aim, "url" | "headers" | "body">> {
  const chosen = work();
  const page = await fetch(`${product.url}/order?${new URLSearchParams(chosen)}`, { headers: { cookie } });
  if (page.status !== 200) throw new Error(`/order answered ${page.status}`);
  const form = readForm(await page.text(), "instructions");
  const key = [...form.hidden.keys()].find((name) => /key/i.test(name));
  if (!key) throw new Error("the order form has no key that keeps it from placing twice");
  const fields = new URLSearchParams({ ...Object.fromEntries(form.hidden), ...chosen, ...brief, [key]: keyMark });
  return {
    url: new URL(form.action ?? "/order", product.url).href,
    headers: { "content-type": "application/x-www-form-urlencoded", origin: product.url },
    body: fields.toString(),
  };
}

/** Places one order as the load will, and gives its id. */
async function placeOne(filled: Pick<Aim, "url" | "headers" | "body">, cookie: string) {
  const body = filled.body?.replace(keyMark, crypto.randomUUID()) ?? "";
  const answer = await fetch(filled.url, {
    method: "POST",
    headers: { ...filled.headers, cookie },
    body,
    redirect: "manual",
  });
  const id = /\/checkout\/([0-9a-f-]{36})/.exec(answer.headers.get("location") ?? "")?.[1];
  if (!id) throw new Error(`the order was not placed: ${answer.status} ${answer.headers.get("location")}`);
  return { id, status: answer.status };
}

const stored = async (pool: pg.Pool, table: string): Promise<number> =>
  Number((await pool.query<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]?.n);

type Counts = { ours: number; reference: number };
type Sides = { ours: (seconds: number) => Promise<Measured>; reference: (seconds: number) => Promise<Measured> };

/** Keeps count of what each side said it wrote. */
const counted = (sides: Sides, counts: Counts): Sides => {
  const keep = (side: keyof Counts) => async (seconds: number) => {
    const measured = await sides[side](seconds);
    counts[side] += measured.count ?? 0;
    return measured;
  };
  return { ours: keep("ours"), reference: keep("reference") };
};

async function rowsFor(product: Product, pool: pg.Pool, connection: pg.PoolConfig, options: Options): Promise<Row[]> {
  const cookies = await signInClients(pool, product.dataDir, people);
  const filled = await formOf(product, cookies[0] ?? "");
  const first = await placeOne(filled, cookies[0] ?? "");
  const copies: Copies = await copyTables(pool, first.id);
  const before = await stored(pool, "orders.orders");
  const counts: Counts = { ours: 0, reference: 0 };
  const turns = cookies.map((cookie) => ({ headers: { cookie }, body: filled.body ?? "" }));
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
      goal: clients === 1 ? "0.35" : "0.50",
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
  run: async (options) => {
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
  },
};
