import { afterAll, beforeAll, expect, test } from "vitest";
import { blocksRead } from "#tests/support/blocks-read.ts";
import { doAct, must, openPaymentsRuntime, type PaymentsRuntime, paidOrder, rowOf } from "#tests/support/payments.ts";
import { createPerson } from "#tests/support/people.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { seedOrders, vacuum } from "#tests/support/seed-orders.ts";
import { writerNames } from "./admin-writers.ts";
import { writersForOrder } from "./writers-for-orders.ts";

let runtime: PaymentsRuntime;
let orderId = "";
beforeAll(async () => {
  runtime = await openPaymentsRuntime();
  ({ orderId } = await paidOrder(runtime));
  await grow(0, 40);
});
afterAll(() => runtime.drop());

const ordersEach = 40;

/** Writers of `Psychology` with a place each, and their past orders, all in that subject. */
async function grow(from: number, size: number): Promise<void> {
  const { pool } = runtime.database;
  await pool.query(
    `with made as (
      insert into accounts.people (id, name, email, role, capabilities, email_verified, created_at, updated_at)
      select md5('writer' || i)::uuid, 'Writer ' || i, 'writer' || i || '@people.test', 2, '[]', true, now(), now()
      from generate_series($1::int, $2::int) i returning id, name)
    insert into writing.writers (person_id, pseudonym, capacity, subjects, created_at)
    select id, 'P' || lpad(substr(name, 8), 4, '0'), 3, '[{"name": "Psychology", "upTo": "doctorate"}]', now() from made`,
    [from + 1, size],
  );
  await seedOrders(pool, from * ordersEach, size * ordersEach);
  await pool.query(
    `update orders.orders set writer_id = md5('writer' || 1 + substr(number, 2)::int % $2::int)::uuid, status = 'completed',
      subject = 'Psychology', first_delivered_at = created_at where number like 'N0%' and substr(number, 2)::int > $1`,
    [from * ordersEach, size],
  );
  for (const table of ["orders.orders", "accounts.people", "writing.writers"]) await vacuum(pool, table);
}

const admin = () => createPerson(runtime, { role: 3 });

test("the choice of a writer reads no more where six times as many write", async () => {
  const ctx = ctxFor(runtime, await admin());
  const read = () => blocksRead(runtime.database.pool, () => writersForOrder(ctx, { orderId }));
  const before = await read();
  await grow(40, 240);
  expect(await read()).toBeLessThan(1.5 * Math.max(before, 200));
});

test("thirty are listed; everybody else is found by name, pseudonym or subject, and can be asked", async () => {
  const who = await admin();
  const choice = async (search?: string) =>
    must(await writersForOrder(ctxFor(runtime, who), { orderId, ...(search !== undefined && { search }) }));
  const { writers, all } = await choice();
  expect([writers.length, all]).toEqual([30, 240]);
  const last = (await choice("writer 240")).writers;
  expect(last.map(({ pseudonym }) => pseudonym)).toEqual(["P0240"]);
  expect(writers.some(({ id }) => id === last[0]?.id)).toBe(false);
  expect((await choice("p0240")).writers).toEqual(last);
  expect(last[0]?.reasons.join()).toMatch(/writes in Psychology,\d+ deliveries in it,\d+ of \d+ on time/);
  expect(await choice("psychology")).toMatchObject({ all: 240 });
  expect(await choice("nobody is called so")).toEqual({ all: 0, writers: [] });
  must(await doAct(runtime, who, orderId, "assign", { writerId: last[0]?.id }));
  expect((await rowOf(runtime, orderId)).writerId).toBe(last[0]?.id);
});

test("a filter names fifty writers and the chosen one; everybody else is found, also who has paused", async () => {
  const who = await admin();
  const names = async (asked: object = {}) => must(await writerNames(ctxFor(runtime, who), asked));
  const { writers, more } = await names();
  expect([writers.length, more, writers[0]?.pseudonym]).toEqual([50, true, "P0001"]);
  await runtime.database.pool.query("update writing.writers set active = false where pseudonym = 'P0200'");
  const [last] = (await names({ search: "writer 200" })).writers;
  expect(last?.pseudonym).toBe("P0200");
  expect((await names({ chosen: last?.id })).writers.map(({ id }) => id)).toEqual([
    last?.id,
    ...writers.map(({ id }) => id),
  ]);
  expect(await names({ search: "nobody is called so" })).toEqual({ writers: [], more: true });
  expect((await names({ chosen: "none" })).writers).toHaveLength(50);
  for (const other of [await createPerson(runtime, { role: 1 }), await createPerson(runtime, { role: 2 })])
    expect(await writerNames(ctxFor(runtime, other), {})).toMatchObject({ code: "not-found" });
});
