import { beforeEach, describe, expect, test, vi } from "vitest";
import { writersForOrder } from "#src/modules/writing/index.server.ts";
import { newId } from "#src/platform/ids.ts";
import { guest } from "#src/shared/viewer.ts";
import { ctxFor, forThisFile } from "#tests/support/runtime.ts";
import { clientPseudonym } from "../domain/pseudonym.ts";
import {
  custom,
  doAct,
  essay,
  essayCents,
  must,
  newWriter,
  openOrderRuntime,
  orderIn,
  person,
  place,
  placing,
  rowOf,
} from "../orders.testing.ts";
import { orders } from "../tables.ts";
import { adminOrderList, customOrdersQueue, orderGroups } from "./admin-order-list.ts";
import { clientDashboard } from "./client-dashboard.ts";
import { orderForAdmin } from "./order-for-admin.ts";
import { orderForClient } from "./order-for-client.ts";
import { orderForWriter, writerDashboard } from "./writer-orders.ts";

const start = new Date("2026-03-10T12:00:00Z");
const runtime = await forThisFile(openOrderRuntime({ now: start }));
beforeEach(() => runtime.setNow(start));

/** How many statements a query sends. */
const statements = async (ask: () => Promise<unknown>): Promise<number> => {
  const sent = vi.spyOn(runtime.database.pool, "query");
  await runtime.settings.version();
  sent.mockClear();
  await ask();
  const count = sent.mock.calls.length;
  sent.mockRestore();
  return count;
};

describe("an order looks different to each of its people", () => {
  test("the client sees price, timeline and allowed steps, the writer's pseudonym and no admin matters", async () => {
    const { orderId, client, writer, admin } = await orderIn(runtime, "confirmed");
    must(await doAct(runtime, admin, orderId, "assign", { writerId: writer.id }));
    expect(must(await orderForClient(ctxFor(runtime, client), { orderId })).writer).toBeNull();
    must(await doAct(runtime, writer, orderId, "decline"));
    must(await doAct(runtime, admin, orderId, "assign", { writerId: writer.id }));
    must(await doAct(runtime, admin, orderId, "accept-for-writer", { reason: "A secret of the admins" }));
    must(await doAct(runtime, writer, orderId, "hold", { question: "Which edition?" }));
    const seen = must(await orderForClient(ctxFor(runtime, client), { orderId }));
    expect(seen).toMatchObject({
      title: "On memory",
      priceCents: essayCents,
      status: "on_hold",
      country: "DE",
      quote: null,
    });
    expect(seen.writer).toMatch(/^Writer [2-9A-Z]{4}$/);
    expect(seen.lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(essayCents);
    expect(seen.actions.map(({ action }) => action).sort()).toEqual(["answer", "cancel"]);
    expect(seen.history.map(({ action }) => action)).toEqual(["place", "confirm-payment", "hold"]);
    expect(seen.history.at(-1)?.text).toBe("Which edition?");
    expect(seen.timeline.find(({ state }) => state === "now")?.title).toBe("Your writer asked you");
    const all = JSON.stringify(seen);
    for (const hidden of [writer.id, writer.name, admin.id, "secret of the admins", "writerId", "consentAddress"])
      expect(all).not.toContain(hidden);
  });

  test("the writer sees the brief, the own deadline and neither client nor money", async () => {
    const { orderId, client, writer } = await orderIn(runtime, "in_progress");
    const seen = must(await orderForWriter(ctxFor(runtime, writer), { orderId }));
    const row = await rowOf(runtime, orderId);
    expect(seen).toMatchObject({
      title: "On memory",
      instructions: essay.instructions,
      deadline: row.writerDeadline,
      client: clientPseudonym(client.id),
    });
    expect(seen.actions.map(({ action }) => action)).toEqual(["hold"]);
    const all = JSON.stringify(seen);
    for (const hidden of [client.id, client.name, client.email, "DE", "paid", "refunded", "192.0.2.1"])
      expect(all).not.toContain(`"${hidden}`);
    expect(seen).toMatchObject({ priceCents: essayCents, writerShare: 50, payCents: essayCents / 2 });
    expect(must(await writerDashboard(ctxFor(runtime, writer), {})).working.map(({ id }) => id)).toEqual([orderId]);
  });

  test("admins see everything, with what is allowed and what happens by itself", async () => {
    const { orderId, client, admin } = await orderIn(runtime, "confirmed");
    const seen = must(await orderForAdmin(ctxFor(runtime, admin), { orderId }));
    expect(seen.order).toMatchObject({ clientEmail: client.email, country: "DE", consentAddress: "192.0.2.1" });
    expect(seen.actions.map(({ action }) => action)).toEqual(["assign", "cancel", "ask-time"]);
    expect(seen.timers.map(({ kind }) => kind)).toEqual([
      "order.unassigned-end",
      "order.late-alarm",
      "order.late-offer",
    ]);
    expect(seen.latestWriterDeadline).toEqual(new Date("2026-03-12T18:00:00Z"));
    expect(Object.keys(seen.order)).not.toContain("idempotencyKey");
  });

  test("a custom order shows the admins' newest price while it holds", async () => {
    const [client, admin] = [person(), person(3)];
    const { orderId } = await place(runtime, client, placing(custom));
    const quote = { cents: 40_000, scope: "Ten pages", deadline: "2026-03-20T12:00:00Z" };
    must(await doAct(runtime, admin, orderId, "quote", { quote }));
    must(await doAct(runtime, admin, orderId, "quote", { quote: { ...quote, cents: 39_000 } }));
    expect(must(await orderForClient(ctxFor(runtime, client), { orderId })).quote).toMatchObject({
      version: 2,
      cents: 39_000,
      scope: "Ten pages",
    });
    must(await doAct(runtime, client, orderId, "decline-quote", { reason: "Too dear." }));
    expect(must(await orderForClient(ctxFor(runtime, client), { orderId })).quote).toBeNull();
  });

  test("everybody else finds nothing, in the same words", async () => {
    const { orderId, client, writer, admin } = await orderIn(runtime, "in_progress");
    const unknown = await orderForClient(ctxFor(runtime, person()), { orderId: newId() });
    const strangers = [person(), await newWriter(runtime), person(3, { capabilities: ["money"] })];
    for (const who of [...strangers, writer, admin])
      expect(await orderForClient(ctxFor(runtime, who), { orderId })).toEqual(unknown);
    for (const who of [...strangers, client, admin])
      expect(await orderForWriter(ctxFor(runtime, who), { orderId })).toEqual(unknown);
    for (const who of [...strangers, client, writer])
      expect(await orderForAdmin(ctxFor(runtime, who), { orderId })).toEqual(unknown);
    for (const who of [...strangers, client, writer])
      expect(await adminOrderList(ctxFor(runtime, who), {})).toEqual(unknown);
    for (const who of [client, writer]) expect(await customOrdersQueue(ctxFor(runtime, who), {})).toEqual(unknown);
    for (const who of [client, writer])
      expect(await writersForOrder(ctxFor(runtime, who), { orderId })).toEqual(unknown);
    for (const who of [client, admin]) expect(await writerDashboard(ctxFor(runtime, who), {})).toEqual(unknown);
    for (const ask of [clientDashboard, writerDashboard])
      expect(await ask(ctxFor(runtime, guest), {})).toMatchObject({ code: "signed-out" });
    expect(await orderForClient(ctxFor(runtime, client), { orderId: "'; drop table orders" })).toEqual(unknown);
    expect(await orderForAdmin(ctxFor(runtime, admin), { orderId: "x" })).toEqual(unknown);
  });

  test("no page asks more than three statements, an admin's order four, a writer's five, the choice of a writer more than eight", async () => {
    const { orderId, client, writer, admin } = await orderIn(runtime, "delivered");
    expect(await statements(() => orderForClient(ctxFor(runtime, client), { orderId }))).toBe(3);
    expect(await statements(() => orderForWriter(ctxFor(runtime, writer), { orderId }))).toBe(5);
    expect(await statements(() => orderForAdmin(ctxFor(runtime, admin), { orderId }))).toBe(4);
    expect(await statements(() => clientDashboard(ctxFor(runtime, client), {}))).toBe(3);
    expect(await statements(() => writerDashboard(ctxFor(runtime, writer), {}))).toBe(2);
    expect(await statements(() => adminOrderList(ctxFor(runtime, admin), { search: "memory" }))).toBe(1);
    expect(await statements(() => customOrdersQueue(ctxFor(runtime, admin), {}))).toBe(1);
    await newWriter(runtime);
    expect(await statements(() => writersForOrder(ctxFor(runtime, admin), { orderId }))).toBeLessThanOrEqual(8);
  });
});

/** Rows made from one real order: lists need many, and how they were placed does not matter there. */
const fill = async (
  n: number,
  own: Partial<typeof orders.$inferInsert>,
  each: (i: number) => Partial<typeof orders.$inferInsert> = () => ({}),
) => {
  const { orderId } = await orderIn(runtime, "pending");
  const base = await rowOf(runtime, orderId);
  const rows = Array.from({ length: n }, (_, i) => {
    const number = `${(i + 1).toString().padStart(3, "2")}${newId().slice(-6)}`.toUpperCase();
    return {
      ...base,
      id: newId(),
      number,
      idempotencyKey: newId(),
      createdAt: new Date(start.getTime() + i * 1000),
      ...own,
      ...each(i),
    };
  });
  await runtime.db.insert(orders).values(rows);
  return rows;
};

describe("the client's list", () => {
  test("what waits for the client comes first, then by deadline, then what has ended; paged without gaps", async () => {
    const client = person();
    const states = ["delivered", "in_progress", "in_progress", "completed", "cancelled"] as const;
    const rows = await fill(60, { clientId: client.id }, (i) => ({
      status: states[i % 5] ?? "in_progress",
      title: `Paper ${i} of 100%`,
      deadline: i % 10 === 1 ? null : new Date(start.getTime() + ((i * 7) % 20) * 60_000),
    }));
    const read = async (asked: object) => {
      const first = must(await clientDashboard(ctxFor(runtime, client), asked));
      const seen = [...first.orders];
      for (let after = first.older; after; ) {
        const page = must(await clientDashboard(ctxFor(runtime, client), { ...asked, after }));
        seen.push(...page.orders);
        after = page.older;
      }
      return { first, seen };
    };
    const { first, seen } = await read({});
    expect(first.yourTurn).toHaveLength(12);
    expect(first.counts).toEqual({ all: 60, turn: 12, active: 24, finished: 12, cancelled: 12 });
    expect(new Set(seen.map(({ id }) => id))).toEqual(new Set(rows.map(({ id }) => id)));
    expect(seen).toHaveLength(60);
    expect(first.orders).toHaveLength(50);
    const stages = ["delivered", "in_progress", "completed", "cancelled"];
    const placed = first.orders.map(({ status }) => stages.indexOf(status));
    expect(placed).toEqual([...placed].sort((a, b) => a - b));
    const due = first.orders
      .filter(({ status }) => status === "in_progress")
      .map(({ deadline }) => deadline?.getTime() ?? Number.POSITIVE_INFINITY);
    expect(due).toEqual([...due].sort((a, b) => a - b));
    const made = first.orders
      .filter(({ status }) => status === "completed")
      .map(({ createdAt }) => createdAt.getTime());
    expect(made).toEqual([...made].sort((a, b) => b - a));
    for (const [tab, count] of Object.entries({ turn: 12, active: 24, finished: 12, cancelled: 12 }))
      expect((await read({ tab })).seen).toHaveLength(count);
    expect((await read({ search: "paper 7 " })).seen.map(({ title }) => title)).toEqual(["Paper 7 of 100%"]);
    expect((await read({ search: rows[3]?.number.toLowerCase() })).seen).toHaveLength(1);
    expect((await read({ search: "100%" })).seen).toHaveLength(60);
    expect((await read({ search: "no. PAPÉR of 7" })).seen.map(({ title }) => title)).toContain("Paper 7 of 100%");
    expect((await read({ search: client.name })).seen).toEqual([]);
    expect(await clientDashboard(ctxFor(runtime, client), { after: "nonsense" })).toMatchObject({
      code: "invalid",
      fields: [{ path: "after" }],
    });
    expect((await read({ tab: "turn", search: "Paper 46 of" })).first.orders).toEqual([]);
  });

  test("custom work that waits for Support is not the client's turn", async () => {
    const client = person();
    await place(runtime, client, placing(custom));
    const list = must(await clientDashboard(ctxFor(runtime, client), {}));
    expect([list.yourTurn.length, list.orders[0]?.shown.text]).toEqual([0, "We are preparing your quote"]);
  });
});

describe("the admin area", () => {
  const admin = person(3);
  const list = async (raw: object) => must(await adminOrderList(ctxFor(runtime, admin), raw));

  test("turns its pages both ways in each order", async () => {
    const mark = newId();
    const due = (i: number) => new Date(start.getTime() + (i % 40) * 60_000);
    await fill(130, { status: "in_progress", title: `x ${mark}`, deadline: start }, (i) => ({ deadline: due(i) }));
    for (const sort of ["newest", "oldest", "due"]) {
      const pages = [await list({ search: mark, sort })];
      while (pages.at(-1)?.older) pages.push(await list({ search: mark, sort, older: pages.at(-1)?.older }));
      expect(pages.map(({ rows }) => rows.length)).toEqual([30, 30, 30, 30, 10]);
      expect(new Set(pages.flatMap(({ rows }) => rows.map(({ id }) => id))).size).toBe(130);
      const keys = pages.flatMap(({ rows }) =>
        rows.map((row) => (sort === "due" ? row.deadline : row.createdAt)?.getTime() ?? 0),
      );
      expect(keys).toEqual([...keys].sort((a, b) => (sort === "newest" ? b - a : a - b)));
      const back = await list({ search: mark, sort, newer: pages[2]?.newer });
      expect(back.rows).toEqual(pages[1]?.rows);
      const first = await list({ search: mark, sort, newer: back.newer });
      expect(first.rows).toEqual(pages[0]?.rows);
      expect(first.newer).toBeNull();
      expect(pages[0]?.newer).toBeNull();
    }
  });

  test("finds by number, title and address; signs stand between words, none for any letter", async () => {
    const client = person(1, { email: "odd_name%@people.test" });
    const { orderId, number } = await place(runtime, client, placing({ ...essay, title: "Zebrafish 100% genome" }));
    for (const search of [number, number.toLowerCase(), number.slice(0, 4), "zebraFISH", "100% gen", "odd_name%"])
      expect(
        (await list({ search })).rows.map(({ id }) => id),
        search,
      ).toContain(orderId);
    for (const search of ["1_0 gen", "oddxname", "zebra%genome", "\\"])
      expect(
        (await list({ search })).rows.map(({ id }) => id),
        search,
      ).not.toContain(orderId);
  });

  test("each group holds its states", async () => {
    const cast = await orderIn(runtime, "delivered");
    must(await doAct(runtime, cast.client, cast.orderId, "open-dispute", { reason: "No.", outcome: "Money." }));
    const { number } = await rowOf(runtime, cast.orderId);
    const groups = Object.keys(orderGroups);
    const holding = [];
    for (const group of groups) if ((await list({ group, search: number })).rows.length > 0) holding.push(group);
    expect(holding.sort()).toEqual(["all", "open", "trouble"]);
    expect((await list({ group: "all", status: "disputed", search: number })).rows).toHaveLength(1);
    expect((await list({ group: "no-such-group", search: number })).rows).toHaveLength(1);
  });

  test("custom requests wait in their own queue, the longest waiting first", async () => {
    const client = person();
    const first = await place(runtime, client, placing(custom));
    runtime.setNow(new Date(start.getTime() + 1000));
    const second = await place(runtime, client, placing(custom));
    const queue = must(await customOrdersQueue(ctxFor(runtime, admin), {}));
    const mine = queue.filter(({ clientId }) => clientId === client.id);
    expect(mine.map(({ id }) => id)).toEqual([first.orderId, second.orderId]);
  });
});
