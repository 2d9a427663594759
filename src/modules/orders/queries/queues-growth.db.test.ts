import { afterAll, beforeAll, expect, test } from "vitest";
import { blocksRead } from "#tests/support/blocks-read.ts";
import { ctxFor, type TestRuntime } from "#tests/support/runtime.ts";
import { seedOrders, vacuum } from "#tests/support/seed-orders.ts";
import { openOrderRuntime, person } from "../orders.testing.ts";
import { adminToday } from "./admin-today.ts";
import type { AdminWatch } from "./admin-watches.ts";
import { ratingFiguresOf } from "./work-figures.ts";

const now = new Date("2026-03-10T12:00:00Z");
const writerId = "00000000-0000-4000-8000-0000000000aa";
let runtime: TestRuntime;
beforeAll(async () => {
  runtime = await openOrderRuntime();
  runtime.setNow(now);
  await grow(0, 1_000);
});
afterAll(() => runtime.drop());

/** Many open orders of each state that waits for a person; the ended ones are one writer's, and rated. */
async function grow(from: number, size: number): Promise<void> {
  const { pool } = runtime.database;
  await seedOrders(pool, from, size);
  await pool.query(
    `update orders.orders set status = (array['pending', 'assigned', 'confirmed', 'revision_requested', 'disputed'])[1 + substr(number, 2)::int / 2 % 5],
      kind = case when substr(number, 2)::int / 2 % 5 = 0 then 'custom' else kind end, assigned_at = created_at, confirmed_at = created_at,
      work_since = created_at, disputed_at = created_at
    where substr(number, 2)::int % 2 = 0 and substr(number, 2)::int > $1`,
    [from],
  );
  await pool.query(
    `insert into orders.ratings (order_id, writer_id, stars, at) select id, $1, 5, created_at from orders.orders
    where status = 'completed' on conflict do nothing`,
    [writerId],
  );
  for (const table of ["orders.orders", "orders.ratings"]) await vacuum(pool, table);
}

const queues: AdminWatch[] = ["disputed", "no-writer", "needs-quote", "asked-long", "revision"];
const readQueue = (watch: AdminWatch) =>
  blocksRead(runtime.database.pool, () => adminToday(ctxFor(runtime, person(3)), { watch }));
const readRatings = () => blocksRead(runtime.database.pool, () => ratingFiguresOf(runtime.db, [writerId]));

test("queues of admins and ratings of a writer read no more in a shop eight times as large", async () => {
  const before = new Map<string, number>();
  for (const watch of queues) before.set(watch, await readQueue(watch));
  await readRatings();
  await grow(1_000, 8_000);
  for (const watch of queues)
    expect(await readQueue(watch), watch).toBeLessThan(1.5 * Math.max(before.get(watch) ?? 0, 150));
  // Of 2,600 ratings, from the index alone.
  expect(await readRatings()).toBeLessThan(60);
});
