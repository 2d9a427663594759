import { expect, test } from "vitest";
import { blocksRead } from "#tests/support/blocks-read.ts";
import { must } from "#tests/support/payments.ts";
import { createPerson } from "#tests/support/people.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { seedOrders, vacuum } from "#tests/support/seed-orders.ts";
import { payableAmong, payoutsOverview } from "./admin-payouts.ts";
import { duePayouts, dueSums, mostInARun, payableOf } from "./due.ts";
import { sealMethod } from "./method-store.ts";
import { payoutMethods } from "./payout-tables.ts";
import { goodMethod, payoutsFixture } from "./payouts.testing.ts";

const { runtime, admin } = await payoutsFixture();
const { db } = runtime;
const { pool } = runtime.database;
const ctx = ctxFor(runtime, admin);
const firstWriter = "00000000-0000-4000-8000-";

/** Balances of the orders from `from` on, of `writers` writers, some below zero, some of disputed or contested orders. */
const owe = async (from: number, until: number, writers: number) => {
  await seedOrders(pool, from, until);
  await pool.query(
    `insert into payments.writer_balances (writer_id, order_id, cents, demo)
      select ('${firstWriter}' || lpad(to_hex(i % $3), 12, '0'))::uuid, md5('order' || i)::uuid,
        case when i % 7 = 0 then 0 when i % 11 = 0 then -i else i end, i % 5 = 0 from generate_series($1::int, $2) i`,
    [from + 1, until, writers],
  );
  await pool.query(
    `update orders.orders set status = case when number like '%3' then 'disputed' else status end, frozen = number like '%8'
      where number > $1`,
    [`N${String(from).padStart(6, "0")}`],
  );
  for (const table of ["payments.writer_balances", "orders.orders"]) await vacuum(pool, table);
};
const people = (until: number) =>
  pool.query(
    `insert into accounts.people (id, name, email, email_verified, role, created_at, updated_at, blocked_at)
      select ('${firstWriter}' || lpad(to_hex(i), 12, '0'))::uuid, 'Writer ' || i, i || '@payee.test', true,
        case when i % 9 = 1 then 1 else 2 end, now(), now(), case when i % 9 = 2 then now() end
      from generate_series(0, $1::int) i where i % 9 <> 3 on conflict do nothing`,
    [until],
  );
/** Every writer but each tenth has a method; it opens for its own writer alone. */
const methods = async (until: number) => {
  const ids = Array.from({ length: until }, (_, at) => `${firstWriter}${at.toString(16).padStart(12, "0")}`);
  const given = ids.filter((_, at) => at % 10 !== 4);
  await db
    .insert(payoutMethods)
    .values(
      given.map((writerId) => ({
        ...{ writerId, ending: "bank 2874", fingerprint: writerId, givenAt: runtime.clock() },
        sealed: sealMethod(runtime, goodMethod, writerId),
      })),
    )
    .onConflictDoNothing();
};

test("the sums of everybody are those of the single orders, with the same obstacle", async () => {
  await people(36);
  await owe(0, 2_000, 37);
  await methods(37);
  const single = (await duePayouts(runtime, db)).map(({ lines, ...one }) => ({
    ...one,
    orders: lines.length,
    setOff: lines.some(({ cents }) => cents < 0),
  }));
  expect(single.length).toBe(37);
  expect(new Set(single.map(({ obstacle }) => obstacle))).toEqual(new Set([null, "blocked", "no-method"]));
  expect(await dueSums(runtime, db)).toEqual(single);
  const shown = must(await payoutsOverview(ctx, {}));
  const payable = payableOf(single);
  expect(shown.totals).toMatchObject({
    writers: payable.length,
    cents: payable.reduce((sum, { cents }) => sum + cents, 0),
    orders: payable.reduce((sum, { orders }) => sum + orders, 0),
    kinds: [{ kind: "bank", writers: payable.length }],
  });
  expect(shown.payable.map(({ writerId }) => writerId)).toEqual(payable.map(({ writerId }) => writerId));
  const some = payable.slice(3, 5).map(({ writerId }) => writerId);
  const blocked = single.find(({ obstacle }) => obstacle === "blocked")?.writerId ?? "";
  const among = must(await payableAmong(ctx, { ids: [...some, blocked] }));
  expect(among.map(({ writerId }) => writerId)).toEqual(some);
  const client = await createPerson(runtime);
  expect(await payableAmong(ctxFor(runtime, client), { ids: some })).toMatchObject({ code: "not-found" });
});

test("a page has 50 writers, a run at most 500, and a shop ten times as large reads little more", async () => {
  await pool.query("vacuum analyze accounts.people");
  const read = () => blocksRead(pool, () => payoutsOverview(ctx, {}));
  const before = await read();
  await people(996);
  await methods(997);
  await owe(2_000, 20_000, 997);
  for (const table of ["accounts.people", "payments.payout_methods"]) await vacuum(pool, table);
  const shown = must(await payoutsOverview(ctx, { page: 2 }));
  expect([shown.payable.length, shown.totals.writers, shown.pages, shown.page]).toEqual([50, mostInARun, 10, 2]);
  expect(shown.later).toBe(payableOf(await dueSums(runtime, db)).length - mostInARun);
  expect(must(await payoutsOverview(ctx, { page: 99 })).page).toBe(10);
  const ids = new Set<string>();
  for (let page = 1; page <= 10; page += 1)
    for (const { writerId } of must(await payoutsOverview(ctx, { page })).payable) ids.add(writerId);
  expect(ids.size).toBe(mostInARun);
  expect(await read()).toBeLessThan(Math.max(before, 400) * 1.5);
});
