import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { ctxFor, type TestRuntime } from "#tests/support/runtime.ts";
import { seedOrders } from "#tests/support/seed-orders.ts";
import { must, newWriter, openOrderRuntime, person } from "../orders.testing.ts";
import { clientDashboard } from "./client-dashboard.ts";
import { customOrdersQueue, deskGroups, deskList } from "./desk-list.ts";
import { deskToday } from "./desk-today.ts";
import { writerDashboard } from "./writer-orders.ts";

type Plan = { "Node Type": string; "Relation Name"?: string; Plans?: Plan[] };
type Sent = { text: string; values: unknown[] };

let runtime: TestRuntime;
let writer = person(2);
const client = person(1, { id: "00000000-0000-0000-0000-000000000001" });
const admin = person(3);
beforeAll(async () => {
  runtime = await openOrderRuntime();
  await seedOrders(runtime.database.pool, 0, 6_000);
  writer = await newWriter(runtime);
  await runtime.database.pool.query(
    "update orders.orders set writer_id = $1, writer_name = 'W' where number like '%7' and status <> 'pending'",
    [writer.id],
  );
  await runtime.database.pool.query("vacuum analyze orders.orders");
});
afterAll(() => runtime.drop());

/** The statements that a query sends to the pool. */
async function statementsOf(ask: () => Promise<unknown>): Promise<Sent[]> {
  await runtime.settings.version();
  const spy = vi.spyOn(runtime.database.pool, "query");
  await ask();
  const sent = spy.mock.calls.map(([config, values]) => ({
    text: (config as unknown as Sent).text,
    values: values as unknown as unknown[],
  }));
  spy.mockRestore();
  return sent;
}

const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];

async function expectIndexes(ask: () => Promise<unknown>): Promise<void> {
  const sent = await statementsOf(ask);
  expect(sent.length).toBeGreaterThan(0);
  for (const { text, values } of sent) {
    expect(text).not.toMatch(/\boffset\b/i);
    expect(text).toMatch(/\blimit\b/i);
    const { rows } = await runtime.database.pool.query(`explain (format json) ${text}`, values);
    const plan = (rows[0] as { "QUERY PLAN": { Plan: Plan }[] })["QUERY PLAN"][0]?.Plan;
    const scans = plan && nodes(plan).filter((node) => node["Node Type"].endsWith("Seq Scan"));
    expect(scans, text).toEqual([]);
  }
}

const desk = async (asked: object) => must(await deskList(ctxFor(runtime, admin), asked));

test("the desk's queues walk the index of open orders", async () => {
  await expectIndexes(() => deskToday(ctxFor(runtime, admin), {}));
});

describe("the lists of orders walk indexes, at any depth", () => {
  test.each(Object.keys(deskGroups))("the desk: %s", async (group) => {
    await expectIndexes(() => desk({ group }));
    await expectIndexes(() => desk({ group, sort: "oldest" }));
  });

  test("the desk by deadline", () => expectIndexes(() => desk({ group: "open", sort: "due" })));

  test.each(["newest", "oldest", "due"])("the desk's next and previous page, %s first", async (sort) => {
    const first = await desk({ group: "open", sort });
    const older = first.older ?? "";
    expect(older).not.toBe("");
    await expectIndexes(() => desk({ group: "open", sort, older }));
    await expectIndexes(() => desk({ group: "open", sort, newer: older }));
    if (sort !== "due") await expectIndexes(() => desk({ group: "all", sort, older }));
  });

  test.each(["memory", "client7@people.test", "n59", "5"])("the desk's search for %s", async (search) => {
    await expectIndexes(() => desk({ group: "all", search }));
    await expectIndexes(() => desk({ group: "finished", search }));
  });

  test("custom work that waits for a price", () => expectIndexes(() => customOrdersQueue(ctxFor(runtime, admin), {})));

  test("the client's own orders, first page and next", async () => {
    const ctx = ctxFor(runtime, client);
    const first = must(await clientDashboard(ctx, {}));
    expect(first.older).not.toBeNull();
    await expectIndexes(() => clientDashboard(ctx, {}));
    await expectIndexes(() => clientDashboard(ctx, { after: first.older ?? "" }));
  });

  test("the writer's own work", async () => {
    const ctx = ctxFor(runtime, writer);
    expect(must(await writerDashboard(ctx, {})).handedOver.length).toBeGreaterThan(0);
    await expectIndexes(() => writerDashboard(ctx, {}));
  });
});
