import type pg from "pg";
import { deskList } from "../src/modules/orders/index.server.ts";
import type { Ctx } from "../src/platform/house.ts";
import { capabilities } from "../src/shared/viewer.ts";
import { seedOrders } from "../tests/support/seed-orders.ts";
import { openBenchHouse } from "./support/open-house.ts";
import { median } from "./support/rounds.ts";
import type { Bench, Row } from "./support/types.ts";

type Ask = { group: string; search?: string; older?: string };
type Look = { name: string; mostGrowth: number; ask: () => Ask; where: string; values: (asked: Ask) => unknown[] };
type Place = { at: Date; id: string };

const admin = (house: Ctx["house"]): Ctx => ({
  house,
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

const placeText = (asked: Ask): [Date, string] => {
  const [ms, id = ""] = (asked.older ?? "").split("_");
  return [new Date(Number(ms)), id];
};

/** What the desk looks at, each with the plain SQL of the same rows. */
const looks = (places: readonly Place[]): Look[] => {
  let turn = 0;
  const nextPlace = () => places[turn++ % places.length] as Place;
  return [
    { name: "first page", mostGrowth: 1.3, ask: () => ({ group: "all" }), where: "true", values: () => [] },
    {
      name: "random deep page",
      mostGrowth: 1.3,
      ask: () => {
        const { at, id } = nextPlace();
        return { group: "all", older: `${at.getTime()}_${id}` };
      },
      where: "(created_at, id) < ($1, $2)",
      values: placeText,
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

type Timed = { look: Look; ours: number; reference: number; ratio: Row["ratio"]; rounds: number };

/** Ours and the bare SQL take turns, call by call; both must give the same orders. */
async function measure(ctx: Ctx, pool: pg.Pool, look: Look, quick: boolean): Promise<Timed> {
  const columns = await columnsOf(pool);
  const text = `select ${columns} from orders.orders where ${look.where} order by created_at desc, id desc limit 51`;
  const one = async () => {
    const asked = look.ask();
    const ours = await timed(() => deskList(ctx, asked));
    const bare = await timed(() => pool.query<{ id: string }>({ name: look.name, text, values: look.values(asked) }));
    if (!ours.value.ok) throw new Error(`desk: ${ours.value.message}`);
    const same = ours.value.value.rows.map(({ id }) => id).join();
    if (
      same === "" ||
      same !==
        bare.value.rows
          .slice(0, 50)
          .map(({ id }) => id)
          .join()
    )
      throw new Error(`desk: ${look.name} shows other orders than the plain SQL`);
    return { ours: ours.ms, reference: bare.ms };
  };
  for (let i = 0; i < 200; i += 1) await one(); // until the code is warm, so that the sizes compare
  const rounds: { ours: number; reference: number }[] = [];
  for (let round = 0; round < (quick ? 3 : 7); round += 1) {
    const calls: { ours: number; reference: number }[] = [];
    for (let i = 0; i < (quick ? 40 : 100); i += 1) calls.push(await one());
    rounds.push({ ours: median(calls.map((c) => c.ours)), reference: median(calls.map((c) => c.reference)) });
  }
  const ratios = rounds.map((r) => r.reference / r.ours);
  return {
    look,
    ours: median(rounds.map((r) => r.ours)),
    reference: median(rounds.map((r) => r.reference)),
    ratio: { median: median(ratios), min: Math.min(...ratios), max: Math.max(...ratios) },
    rounds: rounds.length,
  };
}

async function placesOf(pool: pg.Pool): Promise<Place[]> {
  const { rows } = await pool.query<Place>(
    "select created_at as at, id from orders.orders where created_at > (select min(created_at) + interval '4 hours' from orders.orders) order by md5(id::text) limit 200",
  );
  return rows;
}

const thousands = (size: number): string => `${size / 1000} k orders`;

const rowOf = (size: number, { look, ours, reference, ratio, rounds }: Timed): Row => ({
  name: `desk, ${look.name}`,
  size: thousands(size),
  ours,
  reference,
  unit: "ms",
  referenceIs: "bare SQL",
  ratio,
  rounds,
  floor: 0.333,
  goal: "at most 3 x the SQL",
});

const growthOf = (small: Timed, large: Timed, sizes: readonly [number, number]): Row => {
  const growth = large.ours / small.ours;
  return {
    name: `desk, ${large.look.name}`,
    size: `${thousands(sizes[1])} over ${thousands(sizes[0])}`,
    ours: growth,
    reference: large.reference / small.reference,
    unit: "x",
    referenceIs: "growth of the bare SQL",
    ratio: { median: 1 / growth, min: 1 / growth, max: 1 / growth },
    most: large.look.mostGrowth,
    growth: true,
  };
};

/** The desk's lists through the product's own query, next to the plain SQL of the same rows, at two sizes. */
export const bench: Bench = {
  name: "desk",
  run: async ({ quick }) => {
    const sizes = [1_000, 100_000] as const;
    const bench = await openBenchHouse();
    try {
      const measured: Timed[][] = [];
      let from = 0;
      for (const size of sizes) {
        await seedOrders(bench.pool, from, size);
        from = size;
        const seen: Timed[] = [];
        for (const look of looks(await placesOf(bench.pool)))
          seen.push(await measure(admin(bench.house), bench.pool, look, quick));
        measured.push(seen);
      }
      const [small = [], large = []] = measured;
      return [
        ...small.map((one) => rowOf(sizes[0], one)),
        ...large.map((one) => rowOf(sizes[1], one)),
        ...large.map((one, i) => growthOf(small[i] ?? one, one, sizes)),
      ];
    } finally {
      await bench.close();
    }
  },
};
