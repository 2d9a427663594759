import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { cursorText } from "#src/shared/id.ts";
import { ctxFor, type TestRuntime } from "#tests/support/runtime.ts";
import { seedOrders, vacuum } from "#tests/support/seed-orders.ts";
import { must, newWriter, openOrderRuntime, person } from "../orders.testing.ts";
import { adminOrderList, customOrdersQueue, orderGroups } from "./admin-order-list.ts";
import { adminCounts, adminGroupCounts, adminToday } from "./admin-today.ts";
import { clientDashboard } from "./client-dashboard.ts";
import { noPrice } from "./sorted-orders.ts";
import { writerDashboard } from "./writer-orders.ts";

type Plan = { "Node Type": string; "Index Name"?: string; "Relation Name"?: string; Plans?: Plan[] };
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
  await vacuum(runtime.database.pool, "orders.orders");
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

async function expectIndexes(ask: () => Promise<unknown>, index?: string): Promise<void> {
  const sent = await statementsOf(ask);
  expect(sent.length).toBeGreaterThan(0);
  const read = [];
  for (const { text, values } of sent) {
    expect(text).not.toMatch(/\boffset\b/i);
    expect(text).toMatch(/\blimit\b/i);
    const { rows } = await runtime.database.pool.query(`explain (format json) ${text}`, values);
    const plan = (rows[0] as { "QUERY PLAN": { Plan: Plan }[] })["QUERY PLAN"][0]?.Plan;
    const scans = plan && nodes(plan).filter((node) => node["Node Type"].endsWith("Seq Scan"));
    expect(scans, text).toEqual([]);
    read.push(...nodes(plan as Plan).map((node) => node["Index Name"]));
  }
  if (index) expect(read).toContain(index);
}

const list = async (asked: object) => must(await adminOrderList(ctxFor(runtime, admin), asked));

test("the admin area's queues walk the index of open orders", async () => {
  await expectIndexes(() => adminToday(ctxFor(runtime, admin), {}));
});

test.each(["transfer", "refused", "rest", "unseen"])(
  "the counts of the queues read an index of the watch alone: %s",
  async (watch) => {
    await expectIndexes(() => adminToday(ctxFor(runtime, admin), {}), `orders_watch_${watch}`);
  },
);

test("the counts of the navigation", () => expectIndexes(() => adminCounts(ctxFor(runtime, admin), {})));

describe("the lists of orders walk indexes, at any depth", () => {
  test.each(Object.keys(orderGroups))("the admin area: %s", async (group) => {
    await expectIndexes(() => list({ group }));
    await expectIndexes(() => list({ group, sort: "oldest" }));
  });

  test("the admin area by deadline", () => expectIndexes(() => list({ group: "open", sort: "due" })));

  test.each(["newest", "oldest", "due"])("the admin area's next and previous page, %s first", async (sort) => {
    const first = await list({ group: "open", sort });
    const older = first.older ?? "";
    expect(older).not.toBe("");
    await expectIndexes(() => list({ group: "open", sort, older }));
    await expectIndexes(() => list({ group: "open", sort, newer: older }));
    if (sort !== "due") await expectIndexes(() => list({ group: "all", sort, older }));
  });

  test.each(["late", "due-today", "due-next"])("the admin area's quick filter %s", async (watch) => {
    await expectIndexes(() => list({ watch, sort: "due" }), "orders_owed");
  });

  test("the counts of the tabs and quick filters", () =>
    expectIndexes(() => adminGroupCounts(ctxFor(runtime, admin), {}), "orders_owed"));

  test.each(["price", "price-low"])("the admin area by price, %s", async (sort) => {
    for (const group of ["open", "all"]) {
      const first = await list({ group, sort });
      const older = first.older ?? "";
      await expectIndexes(() => list({ group, sort }), group === "open" ? "orders_open_price" : "orders_price");
      await expectIndexes(() => list({ group, sort, older }));
      await expectIndexes(() => list({ group, sort, newer: older }));
      await expectIndexes(() => list({ group, sort, older: cursorText({ at: noPrice, id: client.id }) }));
    }
  });

  test.each(["memory", "client7@people.test", "n59", "5"])("the admin area's search for %s", async (search) => {
    await expectIndexes(() => list({ group: "all", search }));
    await expectIndexes(() => list({ group: "finished", search }));
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
