import type pg from "pg";
import { adminOrderList } from "../src/modules/orders/index.server.ts";
import type { Ctx } from "../src/platform/runtime.ts";
import { capabilities } from "../src/shared/viewer.ts";
import { seedOrders } from "../tests/support/seed-orders.ts";
import { openBenchRuntime } from "./support/open-runtime.ts";
import { median } from "./support/rounds.ts";
import type { Bench, Row } from "./support/types.ts";

type Ask = { group: string; search?: string; older?: string };
type Look = { name: string; mostGrowth: number; ask: () => Ask; where: string; values: (asked: Ask) => unknown[] };
type Cursor = { at: Date; id: string };
type Side = {
  size: number;
  ctx: Ctx;
  pool: pg.Pool;
  columns: string;
  looks: readonly Look[];
  close: () => Promise<void>;
};

const admin = (runtime: Ctx["runtime"]): Ctx => ({
  runtime,
  request: { id: "bench", address: "192.0.2.1" },
  viewer: {
    kind: "person",
    id: "00000000-0000-4000-8000-000000000003",
    name: "Admin",
    email: "admin@people.test",
    emailVerified: true,
    role: 3,
    capabilities: [...capabilities],
    timeZone: null,
    waitingRole: null,
    sessionId: "00000000-0000-4000-8000-000000000004",
    freshAt: new Date("2100-01-01"),
  },
});

const cursorText = (asked: Ask): [Date, string] => {
  const [ms, id = ""] = (asked.older ?? "").split("_");
  return [new Date(Number(ms)), id];
};

/** What the admin's list of orders shows, each with the plain SQL of the same rows. */
const looks = (cursors: readonly Cursor[]): Look[] => {
  let turn = 0;
  const nextCursor = () => cursors[turn++ % cursors.length] as Cursor;
  return [
    { name: "first page", mostGrowth: 1.3, ask: () => ({ group: "all" }), where: "true", values: () => [] },
    {
      name: "random deep page",
      mostGrowth: 1.3,
      ask: () => {
        const { at, id } = nextCursor();
        return { group: "all", older: `${at.getTime()}_${id}` };
      },
      where: "(created_at, id) < ($1, $2)",
      values: cursorText,
    },
    {
      name: "filter and search",
      mostGrowth: 3,
      ask: () => ({ group: "finished", search: "memory" }),
      where: "status = 'completed' and search like $1",
      values: () => ["%memory%"],
    },
    {
      name: "open only",
      mostGrowth: 1.3,
      ask: () => ({ group: "open" }),
      where: "status not in ('completed', 'cancelled', 'refunded')",
      values: () => [],
    },
  ];
};

async function columnsOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_schema = 'orders' and table_name = 'orders'
     and column_name not in ('instructions', 'snapshot', 'search', 'attachments', 'idempotency_key')`,
  );
  return rows.map(({ name }) => `"${name}"`).join(", ");
}

const timed = async <T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> => {
  const started = performance.now();
  const value = await work();
  return { ms: performance.now() - started, value };
};

type Times = { ours: number; reference: number };

/** One call of ours and one of the bare SQL; both must give the same orders. */
async function oneCall({ ctx, pool, columns }: Side, look: Look): Promise<Times> {
  const asked = look.ask();
  const text = `select ${columns} from orders.orders where ${look.where} order by created_at desc, id desc limit 51`;
  const ours = await timed(() => adminOrderList(ctx, asked));
  const bare = await timed(() => pool.query<{ id: string }>({ name: look.name, text, values: look.values(asked) }));
  if (!ours.value.ok) throw new Error(`admin orders: ${ours.value.message}`);
  const shown = ours.value.value.rows.map(({ id }) => id).join();
  const plain = bare.value.rows.slice(0, 50).map(({ id }) => id);
  if (shown === "" || shown !== plain.join())
    throw new Error(`admin orders: ${look.name} shows other orders than the plain SQL`);
  return { ours: ours.ms, reference: bare.ms };
}

const middle = (calls: readonly Times[]): Times => ({
  ours: median(calls.map((c) => c.ours)),
  reference: median(calls.map((c) => c.reference)),
});

/** Both sizes and both sides take turns, call by call: a growth measured minutes apart would be the machine's. */
async function measure(small: Side, large: Side, at: number, quick: boolean): Promise<Row[]> {
  const looked = [small.looks[at], large.looks[at]] as [Look, Look];
  const turn = async (): Promise<[Times, Times]> => [await oneCall(small, looked[0]), await oneCall(large, looked[1])];
  for (let i = 0; i < 200; i += 1) await turn(); // until the code is warm
  const rounds: [Times, Times][] = [];
  for (let round = 0; round < (quick ? 3 : 7); round += 1) {
    const turns: [Times, Times][] = [];
    for (let i = 0; i < (quick ? 40 : 100); i += 1) turns.push(await turn());
    rounds.push([middle(turns.map(([one]) => one)), middle(turns.map(([, other]) => other))]);
  }
  const { name, mostGrowth } = looked[0];
  return [
    rowOf(
      name,
      small,
      rounds.map(([one]) => one),
    ),
    rowOf(
      name,
      large,
      rounds.map(([, other]) => other),
    ),
    growthOf(name, mostGrowth, rounds, [small, large]),
  ];
}

async function cursorsOf(pool: pg.Pool): Promise<Cursor[]> {
  const { rows } = await pool.query<Cursor>(
    "select created_at as at, id from orders.orders where created_at > (select min(created_at) + interval '4 hours' from orders.orders) order by md5(id::text) limit 200",
  );
  return rows;
}

const thousands = ({ size }: Side): string => `${size / 1000} k orders`;
const spread = (ratios: readonly number[]): Row["ratio"] => ({
  median: median(ratios),
  min: Math.min(...ratios),
  max: Math.max(...ratios),
});

const rowOf = (name: string, side: Side, rounds: readonly Times[]): Row => ({
  name: `admin orders, ${name}`,
  size: thousands(side),
  ...middle(rounds),
  unit: "ms",
  referenceIs: "bare SQL",
  ratio: spread(rounds.map((r) => r.reference / r.ours)),
  rounds: rounds.length,
  floor: 0.333,
  goal: "at most 3 x the SQL",
});

const growthOf = (
  name: string,
  most: number,
  rounds: readonly [Times, Times][],
  [small, large]: [Side, Side],
): Row => ({
  name: `admin orders, ${name}`,
  size: `${thousands(large)} over ${thousands(small)}`,
  ours: median(rounds.map(([one, other]) => other.ours / one.ours)),
  reference: median(rounds.map(([one, other]) => other.reference / one.reference)),
  unit: "x",
  referenceIs: "growth of the bare SQL",
  ratio: spread(rounds.map(([one, other]) => one.ours / other.ours)),
  rounds: rounds.length,
  most,
  growth: true,
});

/** A runtime of its own with so many orders. */
async function openSide(size: number): Promise<Side> {
  const { runtime, pool, close } = await openBenchRuntime();
  await seedOrders(pool, 0, size);
  return {
    size,
    ctx: admin(runtime),
    pool,
    columns: await columnsOf(pool),
    looks: looks(await cursorsOf(pool)),
    close,
  };
}

/** The admin area's lists through the product's own query, next to the plain SQL of the same rows, at two sizes. */
export const bench: Bench = {
  name: "admin-orders",
  run: async ({ quick }) => {
    const small = await openSide(1_000);
    try {
      const large = await openSide(100_000);
      try {
        const rows: Row[][] = [];
        for (const at of small.looks.keys()) rows.push(await measure(small, large, at, quick));
        return [0, 1, 2].flatMap((kind) => rows.flatMap((three) => three[kind] ?? []));
      } finally {
        await large.close();
      }
    } finally {
      await small.close();
    }
  },
};
