import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#src/platform/ids.ts";
import { cursorText } from "#src/shared/id.ts";
import type { Person } from "#src/shared/viewer.ts";
import { ctxFor, type TestRuntime } from "#tests/support/runtime.ts";
import {
  custom,
  doAct,
  essay,
  must,
  newWriter,
  openOrderRuntime,
  pay,
  person,
  place,
  placing,
  rowOf,
} from "../orders.testing.ts";
import { orders } from "../tables.ts";
import { adminOrderList, adminOrderPages, orderNeighbours } from "./admin-order-list.ts";
import { adminGroupCounts } from "./admin-today.ts";
import { noDeadline } from "./admin-watches.ts";
import { noPrice } from "./sorted-orders.ts";

let runtime: TestRuntime;
let writer: Person;
const admin = person(3);
const ann = person(1, { name: "Ann Example" });
const zoe = person(1, { name: "Zoë Quillfeather" });
let ids: { assigned: string; paid: string; asked: string };

beforeAll(async () => {
  runtime = await openOrderRuntime();
  writer = await newWriter(runtime);
  const assigned = await place(runtime, ann);
  await pay(runtime, assigned.orderId);
  must(await doAct(runtime, admin, assigned.orderId, "assign", { writerId: writer.id }));
  const paid = await place(
    runtime,
    zoe,
    placing({ ...essay, pages: "2", title: "On rivers" }, { confirmTotalCents: 5_850 }),
  );
  await pay(runtime, paid.orderId);
  const asked = await place(runtime, zoe, placing({ ...custom, title: "A poster" }, { confirmTotalCents: undefined }));
  ids = { assigned: assigned.orderId, paid: paid.orderId, asked: asked.orderId };
});
afterAll(() => runtime.drop());

const found = async (asked: object, who = admin): Promise<string[]> =>
  must(await adminOrderList(ctxFor(runtime, who), asked)).rows.map(({ id }) => id);

test("an exact number shows its order alone, in its group; what only looks like one is searched for", async () => {
  const { number } = await rowOf(runtime, ids.paid);
  for (const search of [number, number.toLowerCase()])
    expect(await found({ group: "all", search })).toEqual([ids.paid]);
  expect(await found({ group: "finished", search: number })).toEqual([]);
  expect(await found({ group: "all", search: "example" })).toEqual([ids.assigned]);
});

test("the search finds a client by name and the work of a writer by pseudonym", async () => {
  const { writerName } = await rowOf(runtime, ids.assigned);
  expect(await found({ group: "all", search: writerName ?? "" })).toEqual([ids.assigned]);
  expect(new Set(await found({ group: "all", search: "quillfeather" }))).toEqual(new Set([ids.paid, ids.asked]));
});

test("the pseudonym leaves the search with the writer", async () => {
  const { writerName } = await rowOf(runtime, ids.assigned);
  must(await doAct(runtime, admin, ids.assigned, "withdraw-offer", { reason: "Asked by mistake." }));
  expect(await found({ group: "all", search: writerName ?? "" })).toEqual([]);
  must(await doAct(runtime, admin, ids.assigned, "assign", { writerId: writer.id }));
  expect(await found({ group: "all", search: writerName ?? "" })).toEqual([ids.assigned]);
});

test("writer, state, dates and amounts narrow the list", async () => {
  const now = runtime.clock().getTime();
  const hour = 3_600_000;
  expect(await found({ writer: writer.id })).toEqual([ids.assigned]);
  expect(new Set(await found({ writer: "none" }))).toEqual(new Set([ids.paid, ids.asked]));
  expect(await found({ status: "confirmed" })).toEqual([ids.paid]);
  expect(await found({ from: new Date(now + hour) })).toEqual([]);
  expect(await found({ until: new Date(now - hour) })).toEqual([]);
  expect(await found({ from: new Date(now - hour), until: new Date(now + hour) })).toHaveLength(3);
  expect(await found({ least: 12_600 })).toEqual([ids.assigned]);
  expect(await found({ most: 12_599 })).toEqual([ids.paid]);
  expect(await found({ chosen: [ids.paid] })).toEqual([ids.paid]);
});

test("days that are not read narrow nothing; a place that is none is refused", async () => {
  expect(await found({ from: "0000-01-01", until: "+010000-01-01T00:00:00Z" })).toHaveLength(3);
  for (const older of [`999999999999999_${ids.paid}`, "junk"])
    expect(await adminOrderList(ctxFor(runtime, admin), { older })).toMatchObject({ ok: false, code: "invalid" });
});

test("by price, orders without one come last, and each place of the list leads both ways", async () => {
  const dear = placing({ ...custom, title: "A map" }, { confirmTotalCents: undefined });
  const other = (await place(runtime, ann, dear)).orderId;
  const unpriced = [ids.asked, other].sort();
  for (const [sort, all] of [
    ["price", [ids.assigned, ids.paid, ...unpriced.toReversed()]],
    ["price-low", [ids.paid, ids.assigned, ...unpriced]],
  ] as const) {
    expect(await found({ sort })).toEqual(all);
    const { rows } = must(await adminOrderList(ctxFor(runtime, admin), { sort }));
    for (const [place, { priceCents, id }] of rows.entries()) {
      const here = cursorText({ at: priceCents === null ? noPrice : new Date(priceCents), id });
      expect(await found({ sort, older: here })).toEqual(all.slice(place + 1));
      expect(await found({ sort, newer: here })).toEqual(all.slice(0, place));
    }
  }
  await runtime.db.delete(orders).where(eq(orders.id, other));
});

test("by deadline, orders without one come last, and a place after them is found", async () => {
  await runtime.database.pool.query("update orders.orders set deadline = null where id = $1", [ids.asked]);
  const rising = await found({ sort: "due" });
  expect(new Set(rising)).toEqual(new Set(Object.values(ids)));
  expect(rising.at(-1)).toBe(ids.asked);
  const older = cursorText({ at: noDeadline, id: ids.asked });
  expect(await found({ sort: "due-last", older })).toEqual(rising.slice(0, -1).reverse());
});

test("an order leads to those around it in its list, in every sort, also when it has left the list", async () => {
  const around = async (orderId: string, list: object) =>
    must(await orderNeighbours(ctxFor(runtime, admin), { orderId, list }));
  for (const sort of ["newest", "oldest", "due", "due-last", "price", "price-low"]) {
    const all = await found({ sort });
    for (const [place, id] of all.entries())
      expect(await around(id, { sort })).toEqual({ previous: all[place - 1] ?? null, next: all[place + 1] ?? null });
  }
  const all = await found({ sort: "newest" });
  const at = all.indexOf(ids.assigned);
  expect(await found({ sort: "newest", writer: "none" })).toEqual(all.filter((id) => id !== ids.assigned));
  const neighbours = { previous: all[at - 1] ?? null, next: all[at + 1] ?? null };
  expect(await around(ids.assigned, { sort: "newest", writer: "none" })).toEqual(neighbours);
  expect((await orderNeighbours(ctxFor(runtime, ann), { orderId: ids.paid, list: {} })).ok).toBe(false);
  expect((await orderNeighbours(ctxFor(runtime, admin), { orderId: newId(), list: {} })).ok).toBe(false);
});

test("tabs are counted, and every page of an export holds what the list shows", async () => {
  const counts = must(await adminGroupCounts(ctxFor(runtime, admin), {}));
  expect(counts).toMatchObject({ open: 3, "needs-quote": 1, "no-writer": 1, working: 1, finished: 0, all: 3 });
  const pages: string[] = [];
  for await (const rows of adminOrderPages(ctxFor(runtime, admin), { group: "all" }))
    pages.push(...rows.map(({ id }) => id));
  expect(pages).toEqual(await found({ group: "all" }));
});

test("nobody else counts or exports", async () => {
  for (const who of [ann, writer, person(3, { capabilities: ["people", "money"] })]) {
    expect((await adminGroupCounts(ctxFor(runtime, who), {})).ok).toBe(false);
    expect((await adminOrderList(ctxFor(runtime, who), {})).ok).toBe(false);
    for await (const _ of adminOrderPages(ctxFor(runtime, who), { group: "all" }))
      throw new Error("Somebody saw orders.");
  }
});
