import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { closeUntil, sumQuarters } from "../src/modules/payments/settling/ledger-sums.ts";
import { openEmbedded } from "../src/platform/database/embedded/index.ts";
import { asDatabase } from "../src/platform/database/open.ts";
import { openLog } from "../src/platform/log.ts";
import { demoTemplate } from "../tests/support/demo.ts";
import { cookieOf, newDataDir, type Product, startProduct } from "../tests/support/product.ts";
import { growShop } from "./support/grow-shop.ts";
import { runCommand } from "./support/processes.ts";
import { median } from "./support/rounds.ts";
import { type AskAs, isSearch, knownGrowthOf, measureExports, type Page, pagesOf } from "./support/shop-pages.ts";
import type { Bench, Row } from "./support/types.ts";

type Shop = {
  size: number;
  pid: number;
  ask: AskAs;
  reads: () => Promise<number>;
  given: () => Promise<number>;
  countOf: (table: string) => Promise<number>;
  close: () => Promise<void>;
};
/** Milliseconds, and blocks of 8 kB that the statements of the page read. */
type Looked = { ms: number; blocks: number };

const sizes = [10_000, 100_000, 1_000_000];
const mostGrowth = { page: 1.5, search: 2 };
/** Fewer blocks than these are the tree of an index that became a level deeper, whatever their ratio. */
const fewBlocks = 400;

/** The counter of what statements read; it is loaded with the server, which the product then joins. */
const counting = ["shared_preload_libraries=pg_stat_statements", "pg_stat_statements.track=top"];

async function openShop(base: string, size: number): Promise<Shop> {
  const dataDir = newDataDir();
  cpSync(base, dataDir, { recursive: true });
  rmSync(join(dataDir, "database", "paperwright-folder.json"), { force: true });
  const server = await openEmbedded({ dataDir, log: openLog("error"), flags: counting });
  const client = new pg.Client(server.connection);
  await client.connect();
  await client.query("create extension pg_stat_statements");
  await growShop(client, size);
  // As the jobs of a night and of ten minutes leave it.
  const pool = new pg.Pool({ ...server.connection, max: 1 });
  // Copies are older with each number: the last one by time is not the last one by number.
  const { rows } = await pool.query("select max(seq)::int as seq from payments.ledger_transactions");
  await closeUntil(asDatabase(pool), rows[0].seq);
  for (let run = 0; run < 2; run += 1) await sumQuarters(asDatabase(pool));
  await pool.end();
  // A web process alone: what a worker reads meanwhile is no page's.
  const env = { DEMO: "on", LOG_LEVEL: "error" };
  const product: Product = await startProduct({ dataDir, keep: true, env, args: ["--role", "web"] });
  const cookies = new Map<string, string>();
  for (const who of ["admin", "client", "writer"]) cookies.set(who, await cookieOf(product.url, `${who}@demo.test`));
  const number = async (text: string): Promise<number> => (await client.query<{ n: number }>(text)).rows[0]?.n ?? 0;
  const sumOf = (what: string) =>
    number(
      `select coalesce(sum(${what}), 0)::float8 as n from pg_stat_statements where query not like '%pg_stat_statements%'`,
    );
  return {
    size,
    pid: product.pid,
    ask: (who, path) => fetch(product.url + path, { headers: { cookie: cookies.get(who) ?? "" }, redirect: "manual" }),
    reads: () => sumOf("shared_blks_hit + shared_blks_read"),
    given: () => sumOf("rows"),
    countOf: (table) => number(`select count(*)::float8 as n from ${table}`),
    close: async () => {
      await product.stop();
      await client.end();
      await server.close();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

async function look({ ask, reads }: Shop, { who, path }: Page): Promise<Looked> {
  const before = await reads();
  const began = performance.now();
  const answer = await ask(who, path);
  await answer.text();
  const ms = performance.now() - began;
  if (answer.status !== 200) throw new Error(`${who} ${path} answered ${answer.status}`);
  return { ms, blocks: (await reads()) - before };
}

/** One page at every size in turns, so that a growth is not the machine's. */
async function measure(shops: readonly Shop[], page: Page, rounds: number): Promise<Row> {
  const all = shops.map((): Looked[] => []);
  for (let round = -1; round < rounds; round += 1)
    for (const [at, shop] of shops.entries()) {
      const looked = await look(shop, page);
      if (round >= 0) all[at]?.push(looked);
    }
  const [small = [], large = []] = [all[0], all.at(-1)];
  const ratios = large.map(({ ms }, round) => ms / (small[round]?.ms ?? ms));
  const middle = (of: readonly Looked[], what: keyof Looked) => median(of.map((one) => one[what]));
  const [least, most] = [middle(small, "blocks"), middle(large, "blocks")];
  const known = knownGrowthOf(page);
  const allowed = known?.most ?? (isSearch(page) ? mostGrowth.search : mostGrowth.page);
  const blocks = most / Math.max(least, fewBlocks);
  return {
    name: `${page.who} ${page.path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ":id")}`,
    size: `${shops.at(-1)?.size} over ${shops[0]?.size} orders`,
    // Blocks are judged: they are the same on every machine. Times are reported.
    ours: blocks,
    reference: median(ratios),
    unit: "x blocks",
    referenceIs: "times",
    ratio: { median: median(ratios), min: Math.min(...ratios), max: Math.max(...ratios) },
    most: allowed,
    growth: true,
    rounds,
    note: [
      ...shops.map(
        ({ size }, at) =>
          `${size}: ${middle(all[at] ?? [], "ms").toFixed(0)} ms, ${middle(all[at] ?? [], "blocks")} blocks`,
      ),
      ...(known ? [known.why] : []),
    ].join("; "),
  };
}

/** Every page of admin, client and writer at 10,000, 100,000 and (in a full run) 1,000,000 orders. */
export const bench: Bench = {
  name: "pages",
  run: async ({ quick }) => {
    const base = newDataDir();
    const shops: Shop[] = [];
    try {
      cpSync(await demoTemplate(), base, { recursive: true });
      await runCommand("demo-large", { DATA_DIR: base, DEMO: "on" });
      for (const size of quick ? sizes.slice(0, 2) : sizes) shops.push(await openShop(base, size));
      const [first] = shops;
      if (!first) return [];
      const rows: Row[] = [];
      for (const page of await pagesOf(first.ask)) rows.push(await measure(shops, page, quick ? 1 : 5));
      return [...rows, ...(await measureExports(shops.at(-1) ?? first))];
    } finally {
      for (const shop of shops.toReversed()) await shop.close();
      rmSync(base, { recursive: true, force: true });
    }
  },
};
