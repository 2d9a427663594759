import { and, asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { changeWriter } from "#src/modules/writing/index.server.ts";
import { audit, outbox, timers } from "#src/platform/tables.ts";
import { guest } from "#src/shared/viewer.ts";
import { ctxFor, type TestHouse } from "#tests/support/house.ts";
import {
  custom,
  doAct,
  essayCents,
  must,
  newWriter,
  openOrderHouse,
  orderIn,
  pay,
  person,
  place,
  placing,
  rowOf,
} from "../orders.testing.ts";
import { previewCancel } from "../queries/preview-cancel.ts";
import { customQuotes, deliveries, orderHistory } from "../tables.ts";
import { act } from "./act.ts";
import { deliverWork } from "./deliver-work.ts";

const start = new Date("2026-03-10T12:00:00Z");
const hour = 3_600_000;
let house: TestHouse;
beforeAll(async () => {
  house = await openOrderHouse({ now: start });
});
afterAll(() => house.drop());
beforeEach(() => house.setNow(start));
const later = (hours: number) => house.setNow(new Date(start.getTime() + hours * hour));
const factsOfOrder = async (orderId: string) => {
  const rows = await house.db.select().from(outbox).where(eq(outbox.subject, orderId)).orderBy(asc(outbox.id));
  return rows.map(({ name }) => name);
};

describe("a step writes everything in one transaction", () => {
  test("state, version, history, timers, audit row and facts", async () => {
    const { orderId, client, writer, admin } = await orderIn(house, "completed");
    expect(await rowOf(house, orderId)).toMatchObject({ status: "completed", version: 6, writerId: writer.id });
    const rows = await house.db
      .select()
      .from(orderHistory)
      .where(eq(orderHistory.orderId, orderId))
      .orderBy(asc(orderHistory.id));
    expect(rows.map(({ action, from, to, actorKind }) => [action, from, to, actorKind])).toEqual([
      ["place", null, "pending", "C"],
      ["confirm-payment", "pending", "confirmed", "S"],
      ["assign", "confirmed", "assigned", "A"],
      ["accept", "assigned", "in_progress", "W"],
      ["deliver", "in_progress", "delivered", "W"],
      ["complete", "delivered", "completed", "C"],
    ]);
    expect(rows.map(({ actorId }) => actorId)).toEqual([
      client.id,
      "system:payments",
      admin.id,
      writer.id,
      writer.id,
      client.id,
    ]);
    const facts = [
      "order.placed",
      "order.paid",
      "order.assigned",
      "order.started",
      "order.delivered",
      "order.completed",
    ];
    expect(await factsOfOrder(orderId)).toEqual(facts);
    const audited = await house.db.select().from(audit).where(eq(audit.subject, orderId)).orderBy(asc(audit.id));
    expect(audited.map(({ action }) => action)).toEqual(rows.map(({ action }) => `order.${action}`));
    const left = await house.db.select().from(timers).where(eq(timers.subject, orderId));
    expect(left.map(({ kind }) => kind)).toEqual(["order.revision-end"]);
  });

  test("history is only added", async () => {
    const { orderId } = await orderIn(house, "pending");
    await expect(
      house.database.pool.query("update orders.order_history set text = 'x' where order_id = $1", [orderId]),
    ).rejects.toThrow("append-only");
    await expect(
      house.database.pool.query("delete from orders.order_history where order_id = $1", [orderId]),
    ).rejects.toThrow("append-only");
  });

  test("a refusal leaves nothing behind", async () => {
    const { orderId, client } = await orderIn(house, "pending");
    expect(await doAct(house, client, orderId, "complete")).toMatchObject({ ok: false, code: "conflict" });
    expect(await rowOf(house, orderId)).toMatchObject({ status: "pending", version: 1 });
    expect(await factsOfOrder(orderId)).toEqual(["order.placed"]);
  });
});

describe("people outside an order find nothing", () => {
  test("a guest signs in first; strangers and unknown ids meet the same words", async () => {
    const { orderId, writer } = await orderIn(house, "confirmed");
    expect(await act(ctxFor(house, guest), { orderId, action: "cancel" })).toMatchObject({ code: "signed-out" });
    const unknown = await doAct(house, person(), "01890000-0000-7000-8000-000000000000", "cancel");
    expect(unknown).toMatchObject({ ok: false, code: "not-found" });
    expect(await doAct(house, person(), "../etc/passwd", "cancel")).toEqual(unknown);
    for (const stranger of [person(), writer, await newWriter(house), person(3, { capabilities: ["chat", "money"] })]) {
      expect(await doAct(house, stranger, orderId, "cancel")).toEqual(unknown);
      expect(await doAct(house, stranger, orderId, "assign", { writerId: writer.id })).toEqual(unknown);
      expect(await doAct(house, stranger, orderId, "deliver-it")).toMatchObject({ code: "invalid" });
      expect(await deliverWork(ctxFor(house, stranger), { orderId, text: "x", final: true })).toEqual(unknown);
      expect(await previewCancel(ctxFor(house, stranger), { orderId })).toEqual(unknown);
    }
  });

  test("the client cannot do the office's steps, nor the writer the client's", async () => {
    const { orderId, client, writer, admin } = await orderIn(house, "delivered");
    expect(await doAct(house, client, orderId, "decide-complete", { reason: "mine" })).toMatchObject({
      code: "forbidden",
    });
    expect(await doAct(house, writer, orderId, "complete")).toMatchObject({ code: "forbidden" });
    expect(await doAct(house, admin, orderId, "complete")).toMatchObject({ code: "forbidden" });
  });

  test("unknown keys are named", async () => {
    const { orderId, client } = await orderIn(house, "pending");
    const answer = await doAct(house, client, orderId, "cancel", { status: "completed", clientID: "x" });
    expect(answer).toMatchObject({ ok: false, code: "invalid" });
  });
});

describe("races have one winner", () => {
  test("two admins assign at once", async () => {
    const { orderId, admin } = await orderIn(house, "confirmed");
    const writers = await Promise.all([newWriter(house), newWriter(house), newWriter(house)]);
    const answers = await Promise.all(
      writers.map(({ id }) => doAct(house, admin, orderId, "assign", { writerId: id })),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    for (const one of answers.filter(({ ok }) => !ok))
      expect(one).toMatchObject({ code: "conflict", data: { status: "assigned" } });
    const row = await rowOf(house, orderId);
    expect(row.version).toBe(3);
    expect(writers.find(({ id }) => id === row.writerId)).toBeDefined();
    const told = await house.db
      .select()
      .from(orderHistory)
      .where(and(eq(orderHistory.orderId, orderId), eq(orderHistory.action, "assign")));
    expect(told).toHaveLength(1);
  });

  test("cancel against assign", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { orderId, admin, client } = await orderIn(house, "confirmed");
      const writer = await newWriter(house);
      const [cancelled, assigned] = await Promise.all([
        doAct(house, client, orderId, "cancel"),
        doAct(house, admin, orderId, "assign", { writerId: writer.id }),
      ]);
      expect([cancelled.ok, assigned.ok].filter(Boolean)).toHaveLength(1);
      const { status } = await rowOf(house, orderId);
      expect(status).toBe(cancelled.ok ? "cancelled" : "assigned");
    }
  });

  test("a client who cancels twice cancels once", async () => {
    const { orderId, client } = await orderIn(house, "confirmed");
    const both = await Promise.all([doAct(house, client, orderId, "cancel"), doAct(house, client, orderId, "cancel")]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await factsOfOrder(orderId)).filter((name) => name === "order.cancelled")).toHaveLength(1);
  });

  test("two offers cannot share a writer's last place", async () => {
    const writer = await newWriter(house);
    must(await changeWriter(ctxFor(house, person(3)), { personId: writer.id, capacity: 1 }));
    const casts = await Promise.all([1, 2, 3].map(() => orderIn(house, "confirmed")));
    const answers = await Promise.all(
      casts.map(({ admin, orderId }) => doAct(house, admin, orderId, "assign", { writerId: writer.id })),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    for (const one of answers.filter(({ ok }) => !ok))
      expect(one).toMatchObject({
        code: "invalid",
        fields: [{ path: "writer", message: "This writer has no room for one more order." }],
      });
  });

  test("who looked at an older version is told the state of now", async () => {
    const { orderId, admin } = await orderIn(house, "confirmed");
    const writer = await newWriter(house);
    const stale = await doAct(house, admin, orderId, "assign", { writerId: writer.id, seenVersion: 1 });
    expect(stale).toMatchObject({
      code: "conflict",
      message: "Somebody else was first. The order is paid and waiting for a writer now.",
    });
    expect((await doAct(house, admin, orderId, "assign", { writerId: writer.id, seenVersion: 2 })).ok).toBe(true);
  });
});

describe("the order of things holds", () => {
  test.each([
    ["pending", "complete"],
    ["confirmed", "complete"],
    ["assigned", "complete"],
    ["completed", "cancel"],
    ["confirmed", "request-revision"],
  ] as const)("%s refuses %s with the state in words", async (state, action) => {
    const { orderId, client } = await orderIn(house, state);
    const answer = await doAct(house, client, orderId, action, { points: "all of it" });
    expect(answer).toMatchObject({ ok: false, code: "conflict", data: { status: state } });
    expect(answer.ok ? "" : answer.message).toMatch(/^The order is /);
  });

  test("nothing is delivered before the writer accepts, and nobody else delivers", async () => {
    const { orderId, writer } = await orderIn(house, "assigned");
    const raw = { orderId, text: "The work.", final: true };
    expect(await deliverWork(ctxFor(house, writer), raw)).toMatchObject({ code: "conflict" });
    expect(await deliverWork(ctxFor(house, writer), { ...raw, final: false })).toMatchObject({ code: "conflict" });
    expect(await house.db.select().from(deliveries).where(eq(deliveries.orderId, orderId))).toEqual([]);
  });

  test("an offer needs a writer who fits", async () => {
    const { orderId, admin, client } = await orderIn(house, "confirmed");
    expect(await doAct(house, admin, orderId, "assign")).toMatchObject({
      code: "invalid",
      fields: [{ path: "writer" }],
    });
    for (const writerId of [client.id, "nobody"])
      expect(await doAct(house, admin, orderId, "assign", { writerId })).toMatchObject({ code: "invalid" });
    const idle = await newWriter(house);
    must(await changeWriter(ctxFor(house, person(3)), { personId: idle.id, active: false }));
    expect(await doAct(house, admin, orderId, "assign", { writerId: idle.id })).toMatchObject({
      fields: [{ message: "This writer is not active." }],
    });
    const late = { writerId: (await newWriter(house)).id, writerDeadline: "2026-03-12T23:59:00Z" };
    expect(await doAct(house, admin, orderId, "assign", late)).toMatchObject({ fields: [{ path: "writerDeadline" }] });
  });
});

describe("work is handed over", () => {
  test("drafts change no state; the final version delivers; a revision asks for a new one", async () => {
    const { orderId, writer, client } = await orderIn(house, "in_progress");
    const send = (text: string, final: boolean) => deliverWork(ctxFor(house, writer), { orderId, text, final });
    expect(must(await send("A first try of it", false)).status).toBe("in_progress");
    expect(must(await send("The final one", true)).status).toBe("delivered");
    expect(
      must(await doAct(house, client, orderId, "request-revision", { points: "The end is missing." })).status,
    ).toBe("revision_requested");
    expect(must(await send("With an end", true)).status).toBe("delivered");
    const rows = await house.db
      .select()
      .from(deliveries)
      .where(eq(deliveries.orderId, orderId))
      .orderBy(asc(deliveries.number));
    expect(rows.map(({ number, final, words }) => [number, final, words])).toEqual([
      [1, false, 5],
      [2, true, 3],
      [3, true, 3],
    ]);
    const facts = await factsOfOrder(orderId);
    expect(facts.slice(-4)).toEqual([
      "order.draft-added",
      "order.delivered",
      "order.revision-asked",
      "order.delivered",
    ]);
  });

  test("a text must say something and fit", async () => {
    const { orderId, writer } = await orderIn(house, "in_progress");
    for (const text of [" \n", "x".repeat(200_001), "a\0b"])
      expect(await deliverWork(ctxFor(house, writer), { orderId, text, final: true })).toMatchObject({
        code: "invalid",
        fields: [{ path: "text" }],
      });
    expect((await deliverWork(ctxFor(house, writer), { orderId, text: "x".repeat(200_000), final: true })).ok).toBe(
      true,
    );
  });

  test("two deliveries at once make one step", async () => {
    const { orderId, writer } = await orderIn(house, "in_progress");
    const both = await Promise.all(
      [1, 2].map((n) => deliverWork(ctxFor(house, writer), { orderId, text: `Version ${n}`, final: true })),
    );
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test("the office takes over: accepts with a reason and delivers", async () => {
    const { orderId, admin } = await orderIn(house, "assigned");
    expect(await doAct(house, admin, orderId, "accept-for-writer")).toMatchObject({ fields: [{ path: "reason" }] });
    must(await doAct(house, admin, orderId, "accept-for-writer", { reason: "She called." }));
    expect(
      must(await deliverWork(ctxFor(house, admin), { orderId, text: "From the office", final: true })).status,
    ).toBe("delivered");
  });
});

describe("a pause", () => {
  test("stops the clock and moves both deadlines by its length", async () => {
    const { orderId, writer, client } = await orderIn(house, "in_progress");
    const before = await rowOf(house, orderId);
    must(await doAct(house, writer, orderId, "hold", { question: "Which edition?" }));
    later(5);
    must(await doAct(house, client, orderId, "answer", { answer: "The third." }));
    const after = await rowOf(house, orderId);
    expect(after).toMatchObject({ status: "in_progress", heldSince: null, pausedMs: 5 * hour });
    expect(after.deadline?.getTime()).toBe((before.deadline?.getTime() ?? 0) + 5 * hour);
    expect(after.writerDeadline?.getTime()).toBe((before.writerDeadline?.getTime() ?? 0) + 5 * hour);
  });
});

describe("cancelling shows its refund first", () => {
  test("unpaid work is void, paid work without a start comes back whole", async () => {
    const unpaid = await orderIn(house, "pending");
    expect(must(await doAct(house, unpaid.client, unpaid.orderId, "cancel")).money).toEqual({ kind: "void" });
    const paid = await orderIn(house, "confirmed");
    const preview = must(await previewCancel(ctxFor(house, paid.client), { orderId: paid.orderId }));
    expect(preview).toMatchObject({ allowed: true, refundCents: essayCents, percent: 100, currency: "USD" });
    expect(preview.arrival).toContain("way you paid");
    const money = must(await doAct(house, paid.client, paid.orderId, "cancel")).money;
    expect(money).toMatchObject({ kind: "refund", cents: essayCents, percent: 100, bearer: "nobody" });
    expect(await rowOf(house, paid.orderId)).toMatchObject({ status: "cancelled", refundedCents: essayCents });
  });

  test("started work follows the ladder, and the preview must have been seen", async () => {
    const { orderId, client } = await orderIn(house, "in_progress");
    expect(await doAct(house, client, orderId, "cancel")).toMatchObject({
      code: "invalid",
      data: { refundCents: essayCents },
    });
    later(40);
    const stale = await doAct(house, client, orderId, "cancel", { refundSeenCents: essayCents });
    expect(stale).toMatchObject({ code: "price-changed", data: { refundCents: essayCents / 2 } });
    const preview = must(await previewCancel(ctxFor(house, client), { orderId }));
    expect(preview).toMatchObject({ refundCents: essayCents / 2, percent: 50 });
    must(await doAct(house, client, orderId, "cancel", { refundSeenCents: preview.refundCents }));
  });

  test("delivered work cannot be cancelled, and the preview says so", async () => {
    const { orderId, client } = await orderIn(house, "delivered");
    expect(must(await previewCancel(ctxFor(house, client), { orderId }))).toMatchObject({
      allowed: false,
      why: "The order is delivered, so it cannot be cancelled.",
      refundCents: 0,
      arrival: null,
    });
  });
});

describe("custom work", () => {
  const quote = { cents: 40_000, scope: "Ten pages and a model", deadline: "2026-03-20T12:00:00Z" };
  const asked = async () => {
    const [client, admin] = [person(), person(3)];
    return { client, admin, ...(await place(house, client, placing(custom))) };
  };

  test("is quoted, quoted again, and paid at the last price", async () => {
    const { orderId, admin, client } = await asked();
    must(await doAct(house, admin, orderId, "quote", { quote }));
    const second = must(await doAct(house, admin, orderId, "quote", { quote: { ...quote, cents: 35_000 } }));
    expect(second.money).toEqual({ kind: "owed", cents: 35_000, currency: "USD" });
    const rows = await house.db
      .select()
      .from(customQuotes)
      .where(eq(customQuotes.orderId, orderId))
      .orderBy(asc(customQuotes.version));
    expect(rows.map(({ version, cents, validUntil }) => [version, cents, validUntil])).toEqual([
      [1, 40_000, new Date(start.getTime() + 48 * hour)],
      [2, 35_000, new Date(start.getTime() + 48 * hour)],
    ]);
    expect(await rowOf(house, orderId)).toMatchObject({
      status: "quoted",
      priceCents: 35_000,
      deadline: new Date(quote.deadline),
    });
    await pay(house, orderId);
    expect(await rowOf(house, orderId)).toMatchObject({ status: "confirmed", paymentStatus: "paid" });
    expect(await doAct(house, client, orderId, "ask-quote")).toMatchObject({ code: "conflict" });
  });

  test("the client may ask for another quote", async () => {
    const { orderId, admin, client } = await asked();
    must(await doAct(house, admin, orderId, "quote", { quote }));
    expect(must(await doAct(house, client, orderId, "ask-quote")).status).toBe("pending");
    expect((await rowOf(house, orderId)).priceCents).toBeNull();
  });

  test("a quote needs price, scope and a deadline that can be met; priced work takes none", async () => {
    const { orderId, admin } = await asked();
    for (const wrong of [
      { ...quote, cents: 0 },
      { ...quote, scope: " " },
      { ...quote, deadline: "2026-03-10T13:00:00Z" },
      { ...quote, cents: 1.5 },
      { ...quote, deadline: "soon" },
    ])
      expect(await doAct(house, admin, orderId, "quote", { quote: wrong })).toMatchObject({ code: "invalid" });
    expect(await doAct(house, admin, orderId, "quote")).toMatchObject({ code: "invalid", fields: [{ path: "quote" }] });
    const priced = await orderIn(house, "pending");
    expect(await doAct(house, admin, priced.orderId, "quote", { quote })).toMatchObject({ code: "conflict" });
  });
});

test("a dispute freezes, and the office decides", async () => {
  const { orderId, client, admin } = await orderIn(house, "delivered");
  const opened = { reason: "It is about something else.", outcome: "My money back." };
  expect(must(await doAct(house, client, orderId, "open-dispute", opened)).money.kind).toBe("frozen");
  expect(
    await doAct(house, admin, orderId, "decide-refund", { reason: "True.", refundCents: essayCents + 1 }),
  ).toMatchObject({ code: "invalid" });
  const decided = must(
    await doAct(house, admin, orderId, "decide-refund", { reason: "True.", refundCents: "6300", bearer: "house" }),
  );
  expect(decided).toMatchObject({ status: "refunded", money: { kind: "refund", cents: 6_300, bearer: "house" } });
});

test("reassigning keeps the money and frees the writer", async () => {
  const { orderId, admin, writer } = await orderIn(house, "in_progress");
  must(await doAct(house, admin, orderId, "reassign", { reason: "Ill." }));
  expect(await rowOf(house, orderId)).toMatchObject({
    status: "confirmed",
    writerId: null,
    writerName: null,
    writerDeadline: null,
  });
  expect(await doAct(house, writer, orderId, "accept")).toMatchObject({ code: "not-found" });
});
