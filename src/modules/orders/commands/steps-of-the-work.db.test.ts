import { asc, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { ctxFor } from "#tests/support/runtime.ts";
import { orderFixture } from "../order-fixture.testing.ts";
import {
  custom,
  doAct,
  essayCents,
  eventsOf,
  handover,
  must,
  orderIn,
  pay,
  person,
  place,
  placing,
  rowOf,
} from "../orders.testing.ts";
import { historyForClient, historyForWriter, historyOf } from "../queries/history.ts";
import { previewCancel } from "../queries/preview-cancel.ts";
import { customQuotes, deliveries } from "../tables.ts";
import { deliverWork } from "./deliver-work.ts";

const hour = 3_600_000;
const { runtime, start, later } = await orderFixture();

describe("work is handed over", () => {
  test("drafts change no state; the final version delivers; a revision asks for a new one", async () => {
    const { orderId, writer, client } = await orderIn(runtime, "in_progress");
    const send = (text: string, final: boolean) =>
      deliverWork(ctxFor(runtime, writer), { orderId, text, final, handover });
    expect(must(await send("A first try of it", false)).status).toBe("in_progress");
    expect(must(await send("The final one", true)).status).toBe("delivered");
    expect(
      must(await doAct(runtime, client, orderId, "request-revision", { points: "The end is missing." })).status,
    ).toBe("revision_requested");
    expect(must(await send("With an end", true)).status).toBe("delivered");
    const rows = await runtime.db
      .select()
      .from(deliveries)
      .where(eq(deliveries.orderId, orderId))
      .orderBy(asc(deliveries.number));
    expect(rows.map(({ number, final, words }) => [number, final, words])).toEqual([
      [1, false, 5],
      [2, true, 3],
      [3, true, 3],
    ]);
    const events = await eventsOf(runtime, orderId);
    expect(events.slice(-4)).toEqual([
      "order.draft-added",
      "order.delivered",
      "order.revision-asked",
      "order.delivered",
    ]);
  });

  test("a text must say something and fit", async () => {
    const { orderId, writer } = await orderIn(runtime, "in_progress");
    for (const text of [" \n", "x".repeat(200_001), "a\0b"])
      expect(await deliverWork(ctxFor(runtime, writer), { orderId, text, final: true, handover })).toMatchObject({
        code: "invalid",
        fields: [{ path: "text" }],
      });
    expect(
      (await deliverWork(ctxFor(runtime, writer), { orderId, text: "x".repeat(200_000), final: true, handover })).ok,
    ).toBe(true);
  });

  test("two deliveries at once make one step", async () => {
    const { orderId, writer } = await orderIn(runtime, "in_progress");
    const both = await Promise.all(
      [1, 2].map((n) => deliverWork(ctxFor(runtime, writer), { orderId, text: `Version ${n}`, final: true, handover })),
    );
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test("an admin takes over: accepts with a reason and delivers", async () => {
    const { orderId, admin } = await orderIn(runtime, "assigned");
    expect(await doAct(runtime, admin, orderId, "accept-for-writer")).toMatchObject({ fields: [{ path: "reason" }] });
    must(await doAct(runtime, admin, orderId, "accept-for-writer", { reason: "She called." }));
    expect(
      must(await deliverWork(ctxFor(runtime, admin), { orderId, text: "From an admin", final: true })).status,
    ).toBe("delivered");
  });
});

describe("a pause", () => {
  test("stops the clock and moves both deadlines by its length", async () => {
    const { orderId, writer, client } = await orderIn(runtime, "in_progress");
    const before = await rowOf(runtime, orderId);
    must(await doAct(runtime, writer, orderId, "hold", { question: "Which edition?" }));
    later(5);
    must(await doAct(runtime, client, orderId, "answer", { answer: "The third." }));
    const after = await rowOf(runtime, orderId);
    expect(after).toMatchObject({ status: "in_progress", heldSince: null, pausedMs: 5 * hour });
    expect(after.deadline?.getTime()).toBe((before.deadline?.getTime() ?? 0) + 5 * hour);
    expect(after.writerDeadline?.getTime()).toBe((before.writerDeadline?.getTime() ?? 0) + 5 * hour);
  });
});

describe("an admin ends a pause", () => {
  test("with the client's answer and its source; both sides read it", async () => {
    const { orderId, writer, client, admin } = await orderIn(runtime, "in_progress");
    must(await doAct(runtime, writer, orderId, "hold", { question: "Which edition?" }));
    const before = await rowOf(runtime, orderId);
    later(5);
    const answer = { answer: "The third." };
    expect(await doAct(runtime, admin, orderId, "answer-for-client", answer)).toMatchObject({
      fields: [{ path: "reason" }],
    });
    expect((await doAct(runtime, writer, orderId, "answer-for-client", answer)).ok).toBe(false);
    expect((await doAct(runtime, client, orderId, "answer-for-client", answer)).ok).toBe(false);
    must(await doAct(runtime, admin, orderId, "answer-for-client", { ...answer, reason: "In the chat." }));
    const after = await rowOf(runtime, orderId);
    expect(after).toMatchObject({ status: "in_progress", heldSince: null });
    expect(after.deadline?.getTime()).toBe((before.deadline?.getTime() ?? 0) + 5 * hour);
    const history = await historyOf(runtime.db, orderId);
    expect(historyForWriter(history, after.assignedAt).at(-1)?.text).toBe("The third.\n\nIn the chat.");
  });

  test("without an answer, with a reason that admins alone read", async () => {
    const { orderId, writer, admin } = await orderIn(runtime, "in_progress");
    must(await doAct(runtime, writer, orderId, "hold", { question: "Which edition?" }));
    expect(await doAct(runtime, admin, orderId, "end-pause")).toMatchObject({ fields: [{ path: "reason" }] });
    must(await doAct(runtime, admin, orderId, "end-pause", { reason: "The brief says it." }));
    const history = await historyOf(runtime.db, orderId);
    expect(history.at(-1)).toMatchObject({ action: "end-pause", text: "The brief says it." });
    expect(historyForClient(history).at(-1)?.text).toBeNull();
  });
});

describe("cancelling shows its refund first", () => {
  test("unpaid work is void, paid work without a start is refunded in full", async () => {
    const unpaid = await orderIn(runtime, "pending");
    expect(must(await doAct(runtime, unpaid.client, unpaid.orderId, "cancel")).money).toEqual({ kind: "void" });
    const paid = await orderIn(runtime, "confirmed");
    const preview = must(await previewCancel(ctxFor(runtime, paid.client), { orderId: paid.orderId }));
    expect(preview).toMatchObject({ allowed: true, refundCents: essayCents, percent: 100, currency: "USD" });
    expect(preview.arrival).toContain("way you paid");
    const money = must(await doAct(runtime, paid.client, paid.orderId, "cancel")).money;
    expect(money).toMatchObject({ kind: "refund", cents: essayCents, percent: 100, bearer: "nobody" });
    expect(await rowOf(runtime, paid.orderId)).toMatchObject({ status: "cancelled", refundedCents: essayCents });
  });

  test("started work follows the ladder, and the preview must have been seen", async () => {
    const { orderId, client } = await orderIn(runtime, "in_progress");
    expect(await doAct(runtime, client, orderId, "cancel")).toMatchObject({
      code: "invalid",
      data: { refundCents: essayCents },
    });
    later(40);
    const stale = await doAct(runtime, client, orderId, "cancel", { refundSeenCents: essayCents });
    expect(stale).toMatchObject({ code: "price-changed", data: { refundCents: essayCents / 2 } });
    const preview = must(await previewCancel(ctxFor(runtime, client), { orderId }));
    expect(preview).toMatchObject({ refundCents: essayCents / 2, percent: 50 });
    must(await doAct(runtime, client, orderId, "cancel", { refundSeenCents: preview.refundCents }));
  });

  test("delivered work cannot be cancelled, and the preview says so", async () => {
    const { orderId, client } = await orderIn(runtime, "delivered");
    expect(must(await previewCancel(ctxFor(runtime, client), { orderId }))).toMatchObject({
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
    return { client, admin, ...(await place(runtime, client, placing(custom))) };
  };

  test("is quoted, quoted again, and paid at the last price", async () => {
    const { orderId, admin, client } = await asked();
    must(await doAct(runtime, admin, orderId, "quote", { quote }));
    const second = must(await doAct(runtime, admin, orderId, "quote", { quote: { ...quote, cents: 35_000 } }));
    expect(second.money).toEqual({ kind: "owed", cents: 35_000, currency: "USD" });
    const rows = await runtime.db
      .select()
      .from(customQuotes)
      .where(eq(customQuotes.orderId, orderId))
      .orderBy(asc(customQuotes.version));
    expect(rows.map(({ version, cents, validUntil }) => [version, cents, validUntil])).toEqual([
      [1, 40_000, new Date(start.getTime() + 48 * hour)],
      [2, 35_000, new Date(start.getTime() + 48 * hour)],
    ]);
    expect(await rowOf(runtime, orderId)).toMatchObject({
      status: "quoted",
      priceCents: 35_000,
      deadline: new Date(quote.deadline),
    });
    await pay(runtime, orderId);
    expect(await rowOf(runtime, orderId)).toMatchObject({ status: "confirmed", paymentStatus: "paid" });
    expect(await doAct(runtime, client, orderId, "ask-quote")).toMatchObject({ code: "conflict" });
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
      expect(await doAct(runtime, admin, orderId, "quote", { quote: wrong })).toMatchObject({ code: "invalid" });
    expect(await doAct(runtime, admin, orderId, "quote")).toMatchObject({
      code: "invalid",
      fields: [{ path: "quote" }],
    });
    const priced = await orderIn(runtime, "pending");
    expect(await doAct(runtime, admin, priced.orderId, "quote", { quote })).toMatchObject({ code: "conflict" });
  });
});

test("reassigning keeps the money and frees the writer", async () => {
  const { orderId, admin, writer } = await orderIn(runtime, "in_progress");
  must(await doAct(runtime, admin, orderId, "reassign", { reason: "Ill." }));
  expect(await rowOf(runtime, orderId)).toMatchObject({
    status: "confirmed",
    writerId: null,
    writerName: null,
    writerDeadline: null,
  });
  expect(await doAct(runtime, writer, orderId, "accept")).toMatchObject({ code: "not-found" });
});
