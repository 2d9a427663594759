import { count, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asDatabase, openPool } from "#src/platform/database/open.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { openSettings } from "#src/platform/settings.ts";
import { sized } from "#tests/support/full-run.ts";
import { quietLog } from "#tests/support/quiet-log.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { orderFixture } from "../order-fixture.testing.ts";
import { must, person, placing } from "../orders.testing.ts";
import { orders } from "../tables.ts";
import { placeOrder } from "./place-order.ts";

const rounds = sized(25, 200);
const ends = sized(15, 300);

const { runtime } = await orderFixture();

/** What a second process has of its own: its connections and what it remembers of settings. */
const pool = openPool({ ...runtime.database.connection, application_name: "mortal" }, quietLog, 8);
const forSettings = openPool(runtime.database.connection, quietLog, 1); // a transaction must not wait for its own pool
const other: Runtime = {
  ...runtime,
  db: asDatabase(pool),
  settings: openSettings(asDatabase(forSettings), runtime.clock),
};
beforeAll(() => runtime.settings.version()); // the first runtime has one pool: settings must be known to it
afterAll(() => Promise.all([pool.end(), forSettings.end()]));

const ordersOf = async (clientId: string) =>
  (await runtime.db.select({ n: count() }).from(orders).where(eq(orders.clientId, clientId)))[0]?.n;

test(`one form sent to two processes at the same moment places one order, ${rounds} times`, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const client = person();
    const raw = placing();
    const both = await Promise.all([runtime, other].map((one) => placeOrder(ctxFor(one, client), raw)));
    const placed = both.map(must);
    expect(new Set(placed.map(({ orderId }) => orderId)).size).toBe(1);
    expect(placed.map(({ again }) => again).toSorted()).toEqual([false, true]);
    expect(await ordersOf(client.id)).toBe(1);
  }
});

test("32 forms of one client, sent to two processes at once, place exactly ten unpaid orders", async () => {
  const client = person();
  const all = await Promise.all(
    Array.from({ length: 32 }, (_, i) => placeOrder(ctxFor(i % 2 ? runtime : other, client), placing())),
  );
  expect(all.filter(({ ok }) => ok)).toHaveLength(10);
  expect(all.filter((one) => !one.ok && one.code === "too-many")).toHaveLength(22);
  expect(await ordersOf(client.id)).toBe(10);
});

test("connections that end while orders are placed: the answer is `unavailable`, and the form sent again places one order", async () => {
  let ended = 0;
  const placedOnce = async (): Promise<void> => {
    const [client, raw] = [person(), placing()];
    let answer = await placeOrder(ctxFor(other, client), raw);
    while (!answer.ok && answer.code === "unavailable") answer = await placeOrder(ctxFor(other, client), raw);
    const { orderId } = must(answer);
    expect(await runtime.db.select({ id: orders.id }).from(orders).where(eq(orders.clientId, client.id))).toEqual([
      { id: orderId },
    ]);
  };
  const lane = async (): Promise<void> => {
    while (ended < ends) await placedOnce();
  };
  const end = async (): Promise<void> => {
    while (ended < ends) {
      const { rowCount } = await runtime.database.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'mortal'
         and datname = current_database() and state <> 'idle' order by random() limit 1`,
      );
      ended += rowCount ?? 0;
    }
  };
  await Promise.all([end(), ...Array.from({ length: 4 }, lane)]);
});
