import { count, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asDatabase, openPool } from "#src/platform/database/open.ts";
import type { House } from "#src/platform/house.ts";
import { openSettings } from "#src/platform/settings.ts";
import { ctxFor } from "#tests/support/house.ts";
import { quietLog } from "#tests/support/quiet-log.ts";
import { orderWorld } from "../order-world.testing.ts";
import { must, person, placing } from "../orders.testing.ts";
import { orders } from "../tables.ts";
import { placeOrder } from "./place-order.ts";

const rounds = process.env.FULL_RUN ? 200 : 25;
const ends = process.env.FULL_RUN ? 300 : 15;

const { house } = await orderWorld();

/** What a second process has of its own: its connections and what it remembers of settings. */
const pool = openPool({ ...house.database.connection, application_name: "mortal" }, quietLog, 8);
const forSettings = openPool(house.database.connection, quietLog, 1); // a transaction must not wait for its own pool
const other: House = {
  ...house,
  db: asDatabase(pool),
  settings: openSettings(asDatabase(forSettings), house.clock),
};
beforeAll(() => house.settings.version()); // the first house has one pool: settings must be known to it
afterAll(() => Promise.all([pool.end(), forSettings.end()]));

const ordersOf = async (clientId: string) =>
  (await house.db.select({ n: count() }).from(orders).where(eq(orders.clientId, clientId)))[0]?.n;

test(`one form sent to two processes at the same moment places one order, ${rounds} times`, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const client = person();
    const raw = placing();
    const both = await Promise.all([house, other].map((one) => placeOrder(ctxFor(one, client), raw)));
    const placed = both.map(must);
    expect(new Set(placed.map(({ orderId }) => orderId)).size).toBe(1);
    expect(placed.map(({ again }) => again).toSorted()).toEqual([false, true]);
    expect(await ordersOf(client.id)).toBe(1);
  }
});

test("32 forms of one client, sent to two processes at once, place exactly ten unpaid orders", async () => {
  const client = person();
  const all = await Promise.all(
    Array.from({ length: 32 }, (_, i) => placeOrder(ctxFor(i % 2 ? house : other, client), placing())),
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
    expect(await house.db.select({ id: orders.id }).from(orders).where(eq(orders.clientId, client.id))).toEqual([
      { id: orderId },
    ]);
  };
  const lane = async (): Promise<void> => {
    while (ended < ends) await placedOnce();
  };
  const end = async (): Promise<void> => {
    while (ended < ends) {
      const { rowCount } = await house.database.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'mortal'
         and datname = current_database() and state <> 'idle' order by random() limit 1`,
      );
      ended += rowCount ?? 0;
    }
  };
  await Promise.all([end(), ...Array.from({ length: 4 }, lane)]);
});
