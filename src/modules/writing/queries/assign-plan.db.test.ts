import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#src/platform/command.ts";
import { systemCtx } from "#src/platform/runtime.ts";
import { done } from "#src/shared/outcome.ts";
import type { Person } from "#src/shared/viewer.ts";
import { doAct, must, openPaymentsRuntime, type PaymentsRuntime, paidOrder } from "#tests/support/payments.ts";
import { createPerson } from "#tests/support/people.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { makeWriter } from "../index.server.ts";
import { assignPlan } from "./assign-plan.ts";

let runtime: PaymentsRuntime;
let admin: Person;
let [small, wide, other]: Person[] = [];
let orderIds: string[] = [];

beforeAll(async () => {
  runtime = await openPaymentsRuntime();
  admin = await createPerson(runtime, { role: 3 });
  const newOne = async (name: string, capacity: number, subject: string): Promise<Person> => {
    const person = await createPerson(runtime, { role: 2, name });
    const wishes = { capacity, subjects: [{ name: subject, upTo: "doctorate" as const }] };
    must(
      await inTransaction(systemCtx(runtime, "test"), async (work) => done(await makeWriter(work, person.id, wishes))),
    );
    return person;
  };
  small = await newOne("Small", 1, "Psychology");
  wide = await newOne("Wide", 2, "Psychology");
  other = await newOne("Other", 9, "Law");
  for (let at = 0; at < 4; at += 1) orderIds = [...orderIds, (await paidOrder(runtime)).orderId];
});
afterAll(() => runtime.drop());

const plan = async (asked: object = {}) => must(await assignPlan(ctxFor(runtime, admin), { orderIds, ...asked }));

test("orders are spread over who fits, never over the places; the rest stays and says why", async () => {
  const { asked, gives, stays, writers } = await plan();
  expect(asked).toBe(4);
  const of = (who: Person | undefined) => gives.filter(({ writer }) => writer.id === who?.id).length;
  expect([of(small), of(wide), of(other), stays.length]).toEqual([1, 2, 0, 1]);
  expect(stays[0]?.why).toBe("no free writer fits");
  expect(gives.filter(({ writer }) => writer.why === "Psychology, last place")).toHaveLength(2);
  expect(writers.map(({ name, fits }) => [name, fits])).toEqual([
    ["Wide", 4],
    ["Small", 4],
    ["Other", 0],
  ]);
});

test("one writer gets as many as there are places, also who does not fit; what is planned is accepted", async () => {
  const { gives, stays } = await plan({ writerId: small?.id });
  expect([gives.length, stays.length]).toEqual([1, 3]);
  expect(stays[0]?.why).toBe("Small has no free place");
  expect((await plan({ writerId: other?.id })).gives).toHaveLength(4);
  for (const { id, writer } of gives) must(await doAct(runtime, admin, id, "assign", { writerId: writer.id }));
  const after = await plan();
  expect(after.stays.map(({ why }) => why).toSorted()).toEqual(["a writer is already asked", "no free writer fits"]);
  expect(after.writers.find(({ id }) => id === small?.id)).toMatchObject({ openOrders: 1, capacity: 1 });
});

test("many orders take as many statements as one, and only for admins who see orders", async () => {
  const statements = async (ids: readonly string[]): Promise<number> => {
    const { pool } = runtime.database;
    const sent: unknown[] = [];
    const query = pool.query.bind(pool);
    pool.query = ((...args: Parameters<typeof query>) => {
      sent.push(args[0]);
      return query(...args);
    }) as typeof pool.query;
    await plan({ orderIds: ids });
    pool.query = query;
    return sent.length;
  };
  const [one] = (await plan()).gives;
  expect(await statements(orderIds)).toBe(await statements([one?.id ?? ""]));
  expect(await assignPlan(ctxFor(runtime, admin), { orderIds: [] })).toMatchObject({ ok: true });
  const none = { gives: [], stays: [] };
  for (const orderId of ["12:00:61", "\r\n", "%", "+1"])
    expect(await plan({ orderIds: [orderId], writerId: orderId })).toMatchObject(none);
  for (const who of [small, await createPerson(runtime, { role: 1 })])
    expect(await assignPlan(ctxFor(runtime, who as Person), { orderIds })).toMatchObject({ code: "not-found" });
});

test("of more than five hundred writers each is considered, and found by a search", async () => {
  const { orderId } = await paidOrder(runtime);
  const last = must(await assignPlan(ctxFor(runtime, admin), { orderIds: [orderId] })).gives[0]?.writer.id;
  const { rows } = await runtime.database.pool.query<{ id: string }>(
    `with made as (
      insert into accounts.people (id, name, email, role, capabilities, email_verified, created_at, updated_at)
      select md5('writer' || i)::uuid, 'Writer ' || i, 'writer' || i || '@people.test', 2, '[]', true, now(), now()
      from generate_series(1, 600) i returning id, name)
    insert into writing.writers (person_id, pseudonym, capacity, subjects, created_at)
    select id, '0' || lpad(substr(name, 8), 4, '0'), 9, '[{"name": "Law", "upTo": "doctorate"}]', now() from made
    returning person_id as id`,
  );
  const ask = async (asked: object) =>
    must(await assignPlan(ctxFor(runtime, admin), { orderIds: [orderId], ...asked }));
  const { gives, writers, all } = await ask({});
  expect(gives.map(({ writer }) => writer.id)).toEqual([last ?? "nobody"]);
  expect([writers.length, all]).toEqual([30, 603]);
  const found = await ask({ search: "writer 555" });
  expect(found.writers.map(({ pseudonym, fits }) => [pseudonym, fits])).toEqual([["00555", 0]]);
  const id = rows.find((one) => one.id === found.writers[0]?.id)?.id;
  const toOne = await ask({ writerId: id, search: "nobody is called so" });
  expect([toOne.gives[0]?.writer.id, toOne.all, toOne.writers.map((one) => one.id)]).toEqual([id, 0, [id]]);
});

test("a dozen orders go to a dozen writers with a place each", async () => {
  await runtime.database.pool.query(
    `update writing.writers set capacity = 1, subjects = '[{"name": "Psychology", "upTo": "doctorate"}]'
      where pseudonym like '0%'`,
  );
  let orders: string[] = [];
  for (let at = 0; at < 12; at += 1) orders = [...orders, (await paidOrder(runtime)).orderId];
  const { gives, stays } = await plan({ orderIds: orders });
  expect(stays).toEqual([]);
  expect(new Set(gives.map(({ writer }) => writer.id)).size).toBe(12);
});
