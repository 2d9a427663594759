import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { siteSetting } from "#src/modules/operator/index.server.ts";
import { ctxFor, type TestRuntime } from "#tests/support/runtime.ts";
import { storeSetting } from "#tests/support/settings.ts";
import { isLate } from "../domain/deadlines.ts";
import { custom, doAct, must, openOrderRuntime, orderIn, person, place, placing, rowOf } from "../orders.testing.ts";
import { orders } from "../tables.ts";
import { adminOrderList, customOrdersQueue } from "./admin-order-list.ts";
import { adminCountMost, adminCounts, adminGroupCounts, adminToday } from "./admin-today.ts";
import type { AdminWatch } from "./admin-watches.ts";

const start = new Date("2026-03-10T12:00:00Z");
const hour = 3_600_000;
let runtime: TestRuntime;
const admin = person(3);
beforeAll(async () => {
  runtime = await openOrderRuntime();
});
beforeEach(async () => {
  runtime.setNow(start);
  await runtime.db.update(orders).set({ status: "cancelled" });
});
afterAll(() => runtime.drop());

const today = async () => must(await adminToday(ctxFor(runtime, admin), {}));
const inQueue = async (watch: AdminWatch) =>
  must(await adminOrderList(ctxFor(runtime, admin), { watch, group: "all" })).rows.map(({ id }) => id);
const after = (hours: number) => runtime.setNow(new Date(start.getTime() + hours * hour));

test("each reason is counted, listed and shown with the order", async () => {
  const paid = await orderIn(runtime, "confirmed");
  const asked = await orderIn(runtime, "assigned");
  const wish = await place(runtime, person(), placing(custom));
  const now = await today();
  expect(now.open).toBe(3);
  expect(now.counts).toMatchObject({ "no-writer": 1, "needs-quote": 1, "asked-long": 0, late: 0, "due-soon": 0 });
  expect(now.needs.map(({ id, watches }) => [id, watches]).sort()).toEqual(
    [
      [paid.orderId, ["no-writer"]],
      [wish.orderId, ["needs-quote"]],
    ].sort(),
  );
  expect(await inQueue("no-writer")).toEqual([paid.orderId]);
  expect(await inQueue("needs-quote")).toEqual([wish.orderId]);
  after(1.5);
  expect((await today()).counts["asked-long"]).toBe(1);
  expect(await inQueue("asked-long")).toEqual([asked.orderId]);
});

test("a deadline is soon within a day, then passed, and the most pressing reason comes first", async () => {
  const { orderId } = await orderIn(runtime, "in_progress");
  after(35);
  expect((await today()).counts["due-soon"]).toBe(0);
  after(37);
  expect((await today()).counts).toMatchObject({ "due-soon": 1, late: 0 });
  after(61);
  const late = await today();
  expect(late.counts).toMatchObject({ "due-soon": 0, late: 1 });
  expect(late.needs.map(({ id, watches }) => [id, watches[0]])).toEqual([[orderId, "late"]]);
});

test("late is one thing: the queue, the filter, its count and the row say the same; days are the operator's", async () => {
  const { orderId } = await orderIn(runtime, "in_progress");
  const due = new Date("2026-03-10T03:30:00Z");
  const statuses = [
    "pending",
    "confirmed",
    "assigned",
    "in_progress",
    "on_hold",
    "revision_requested",
    "delivered",
  ] as const;
  const quick = async () => {
    const counts = must(await adminGroupCounts(ctxFor(runtime, admin), {}));
    const named: Record<string, boolean[]> = {};
    for (const watch of ["late", "due-today", "due-next"] as const) {
      const { rows } = must(await adminOrderList(ctxFor(runtime, admin), { watch }));
      named[watch] = [rows.some(({ id }) => id === orderId), counts[watch] === rows.length];
      if (watch === "late") expect(rows.every(({ late }) => late)).toBe(true);
    }
    return named;
  };
  for (const status of statuses) {
    await runtime.db.update(orders).set({ status, deadline: due }).where(eq(orders.id, orderId));
    for (const now of [new Date(due.getTime() - 1), due, new Date(due.getTime() + hour)]) {
      const late = isLate({ status, deadline: due, revisionDueAt: null }, now);
      runtime.setNow(now);
      expect((await quick()).late, status).toEqual([late, true]);
      expect((await inQueue("late")).includes(orderId)).toBe(late);
    }
  }
  await runtime.db.update(orders).set({ status: "in_progress" }).where(eq(orders.id, orderId));
  await storeSetting(runtime, siteSetting, { ...siteSetting.default, timeZone: "America/New_York" });
  // 03:30 UTC is the evening before in New York, the operator's zone.
  const days: [string, string[]][] = [
    ["2026-03-05T12:00:00Z", []],
    ["2026-03-06T12:00:00Z", ["due-next"]],
    ["2026-03-09T03:00:00Z", ["due-next"]],
    ["2026-03-09T12:00:00Z", ["due-today"]],
    ["2026-03-10T03:00:00Z", ["due-today"]],
    ["2026-03-10T03:45:00Z", ["late", "due-today"]],
    ["2026-03-10T12:00:00Z", ["late"]],
  ];
  for (const [now, names] of days) {
    runtime.setNow(new Date(now));
    const found = Object.entries(await quick());
    expect(
      found.filter(([, [there]]) => there).map(([name]) => name),
      now,
    ).toEqual(names);
    expect(found.every(([, [, same]]) => same)).toBe(true);
  }
});

test("delivered work that nobody read waits for a person at the end of the review time, long work later", async () => {
  const { orderId } = await orderIn(runtime, "delivered");
  after(7 * 24 - 1);
  expect((await today()).counts.unseen).toBe(0);
  after(7 * 24);
  expect(await inQueue("unseen")).toEqual([orderId]);
  await runtime.db.update(orders).set({ pages: 20 }).where(eq(orders.id, orderId));
  expect(await inQueue("unseen")).toEqual([]);
});

test("disputes and expected transfers have their queues", async () => {
  const { orderId, client } = await orderIn(runtime, "delivered");
  must(await doAct(runtime, client, orderId, "open-dispute", { reason: "A part is missing.", outcome: "A refund." }));
  const { disputedAt } = await rowOf(runtime, orderId);
  const decideBy = new Date((disputedAt as Date).getTime() + 5 * 86_400_000);
  expect((await today()).needs[0]?.disputeClock, "in the queue").toEqual({ title: "Decide by", at: decideBy });
  const waiting = await orderIn(runtime, "pending");
  await runtime.db.update(orders).set({ paymentStatus: "awaiting_confirmation" }).where(eq(orders.id, waiting.orderId));
  expect((await today()).counts).toMatchObject({ disputed: 1, transfer: 1 });
  expect(await inQueue("transfer")).toEqual([waiting.orderId]);
});

test("queues are counted up to one more than the most", async () => {
  const { orderId } = await orderIn(runtime, "confirmed");
  const [row] = await runtime.db.select().from(orders).where(eq(orders.id, orderId));
  if (!row) throw new Error("This order does not exist any more.");
  const copies = Array.from({ length: adminCountMost + 20 }, (_, n) => ({
    ...row,
    id: `01a00000-0000-7000-8000-${String(n).padStart(12, "0")}`,
    number: `Z${String(n).padStart(6, "0")}`,
    idempotencyKey: `copy-${n}`,
  }));
  await runtime.db.insert(orders).values(copies);
  const today = must(await adminToday(ctxFor(runtime, admin), {}));
  expect(today.counts["no-writer"]).toBe(adminCountMost + 1);
  // The open orders are counted as far as the tabs of their list count them.
  expect(today.open).toBeGreaterThanOrEqual(copies.length + 1);
  await runtime.db.delete(orders).where(eq(orders.clientId, row.clientId));
});

test("service and payment narrow the list; what is not known narrows nothing", async () => {
  const paid = await orderIn(runtime, "confirmed");
  const wish = await place(runtime, person(), placing(custom));
  const ids = async (ask: object) => must(await adminOrderList(ctxFor(runtime, admin), ask)).rows.map(({ id }) => id);
  expect(await ids({ service: "custom" })).toEqual([wish.orderId]);
  expect(await ids({ payment: "paid" })).toEqual([paid.orderId]);
  expect(await ids({ service: "custom", payment: "paid" })).toEqual([]);
  expect(new Set(await ids({ service: "x", payment: "y", watch: "z" }))).toEqual(new Set([paid.orderId, wish.orderId]));
});

test("requests without a price stand before quoted ones", async () => {
  const quoted = await place(runtime, person(), placing(custom));
  after(1);
  const open = await place(runtime, person(), placing(custom));
  const quote = { cents: 9_000, scope: "All of it.", deadline: "2026-03-20T00:00:00Z" };
  must(await doAct(runtime, admin, quoted.orderId, "quote", { quote }));
  expect(must(await adminCounts(ctxFor(runtime, admin), {}))).toEqual({ quotes: 1, requests: 0 });
  const queue = must(await customOrdersQueue(ctxFor(runtime, admin), {}));
  expect(queue.map(({ id }) => id)).toEqual([open.orderId, quoted.orderId]);
});

test("people without the capability for orders see nothing", async () => {
  for (const viewer of [person(), person(2), person(3, { capabilities: ["money"] })])
    for (const ask of [adminToday, adminCounts])
      expect(await ask(ctxFor(runtime, viewer), {})).toMatchObject({ code: "not-found" });
});
