import { and, asc, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { inTransaction } from "#src/platform/command.ts";
import { systemCtx } from "#src/platform/runtime.ts";
import { timers } from "#src/platform/tables.ts";
import { done } from "#src/shared/outcome.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { orderFixture } from "../order-fixture.testing.ts";
import { doAct, essayCents, must, orderIn, person, rowOf, tick } from "../orders.testing.ts";
import { orderHistory } from "../tables.ts";
import { lockOrderForPayment, type PaymentNews, recordPayment } from "./record-payment.ts";

const hour = 3_600_000;
const { runtime, start, later } = await orderFixture();

const tell = (news: PaymentNews) => inTransaction(systemCtx(runtime, "test"), (work) => recordPayment(work, news));
const charge = { cents: essayCents, currency: "USD" };
const settled = (orderId: string) =>
  ({ orderId, paymentStatus: "paid", event: "settled", paid: { ...charge, charge } }) as const;
const payable = async (orderId: string) =>
  must(await inTransaction(systemCtx(runtime, "test"), async (work) => done(await lockOrderForPayment(work, orderId))));

describe("money moves an order", () => {
  test("once, however often it is reported", async () => {
    const { orderId } = await orderIn(runtime, "pending");
    const all = await Promise.all(Array.from({ length: 6 }, () => tell(settled(orderId))));
    expect(all.map(must).filter(({ moved }) => moved)).toHaveLength(1);
    expect(await rowOf(runtime, orderId)).toMatchObject({
      status: "confirmed",
      paymentStatus: "paid",
      confirmedAt: start,
      unassignedSince: start,
    });
    const rows = await runtime.db
      .select()
      .from(orderHistory)
      .where(and(eq(orderHistory.orderId, orderId), eq(orderHistory.action, "confirm-payment")));
    expect(rows).toHaveLength(1);
  });

  test("only in full and in its currency", async () => {
    const { orderId } = await orderIn(runtime, "pending");
    for (const wrong of [
      { ...charge, cents: 1 },
      { ...charge, currency: "EUR" },
    ])
      expect(await tell({ ...settled(orderId), paid: { ...wrong, charge } })).toMatchObject({
        ok: false,
        code: "conflict",
      });
    expect(must(await tell({ orderId, paymentStatus: "partially_paid", event: "settled" })).moved).toBe(false);
    expect(await rowOf(runtime, orderId)).toMatchObject({ status: "pending", paymentStatus: "partially_paid" });
  });

  test("an order that was cancelled meanwhile does not wake up", async () => {
    const { orderId, client } = await orderIn(runtime, "pending");
    must(await doAct(runtime, client, orderId, "cancel"));
    expect(must(await tell({ ...settled(orderId), paymentStatus: "void" }))).toEqual({
      status: "cancelled",
      paymentStatus: "void",
      moved: false,
    });
  });

  test("payment against cancelling: one of them wins, and the word fits", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { orderId, client } = await orderIn(runtime, "pending");
      const [cancelled, paid] = await Promise.all([doAct(runtime, client, orderId, "cancel"), tell(settled(orderId))]);
      const { status } = await rowOf(runtime, orderId);
      if (must(paid).moved && !cancelled.ok) expect(status).toBe("confirmed");
      else expect(status).toBe("cancelled");
    }
  });

  test("an admin who confirms a transfer is named in the history", async () => {
    const { orderId, admin } = await orderIn(runtime, "pending");
    must(await inTransaction(ctxFor(runtime, admin), (work) => recordPayment(work, settled(orderId))));
    const rows = await runtime.db
      .select()
      .from(orderHistory)
      .where(eq(orderHistory.orderId, orderId))
      .orderBy(asc(orderHistory.id));
    expect(rows.at(-1)).toMatchObject({ action: "confirm-payment", actorKind: "A", actorId: admin.id });
  });

  test("to confirm a transfer is a right to money, whatever else an admin may do", async () => {
    for (const [capability, actorKind] of [
      ["money", "A"],
      ["orders", "S"],
    ] as const) {
      const { orderId } = await orderIn(runtime, "pending");
      const admin = person(3, { capabilities: [capability] });
      must(await inTransaction(ctxFor(runtime, admin), (work) => recordPayment(work, settled(orderId))));
      const [row] = await runtime.db
        .select()
        .from(orderHistory)
        .where(and(eq(orderHistory.orderId, orderId), eq(orderHistory.action, "confirm-payment")));
      expect(row).toMatchObject({ actorKind });
    }
  });

  test("a chargeback freezes and its end thaws", async () => {
    const { orderId, client } = await orderIn(runtime, "in_progress");
    must(await tell({ orderId, paymentStatus: "chargeback", event: "chargeback", cents: essayCents }));
    expect(await rowOf(runtime, orderId)).toMatchObject({
      status: "in_progress",
      frozen: true,
      paymentStatus: "chargeback",
    });
    expect(await doAct(runtime, client, orderId, "cancel", { refundSeenCents: essayCents })).toMatchObject({
      code: "conflict",
    });
    must(await tell({ orderId, paymentStatus: "paid", event: "chargeback-ended", cents: essayCents, won: true }));
    expect(await rowOf(runtime, orderId)).toMatchObject({ frozen: false, refundedCents: 0 });
  });
});

describe("an announced transfer", () => {
  test("is waited for longer, never into the minimum lead; a failed attempt beside it changes nothing", async () => {
    const { orderId } = await orderIn(runtime, "pending");
    must(await tell({ orderId, paymentStatus: "awaiting_confirmation", event: "awaiting" }));
    const due = async () => (await runtime.db.select().from(timers).where(eq(timers.subject, orderId)))[0]?.due;
    expect(await due()).toEqual(new Date("2026-03-12T21:00:00Z"));
    must(await tell({ orderId, paymentStatus: "awaiting_confirmation", event: "failed" }));
    expect((await rowOf(runtime, orderId)).transferSince).toEqual(start);
    must(await tell({ orderId, paymentStatus: "failed", event: "failed" }));
    expect((await rowOf(runtime, orderId)).transferSince).toBeNull();
    expect(await due()).toEqual(new Date("2026-03-13T00:00:00Z"));
  });
});

describe("what payments may ask money for", () => {
  test("a pending price inside its lock", async () => {
    const { orderId, client } = await orderIn(runtime, "pending");
    expect(await payable(orderId)).toMatchObject({
      clientId: client.id,
      priceCents: essayCents,
      currency: "USD",
      open: true,
      lockOver: false,
      test: false,
    });
    later(15.1);
    expect(await payable(orderId)).toMatchObject({ open: false, lockOver: true });
  });

  test("nothing for paid orders, and none for unknown ones", async () => {
    const { orderId } = await orderIn(runtime, "confirmed");
    expect(await payable(orderId)).toMatchObject({ open: false, lockOver: false });
    expect(await payable("nothing")).toBeNull();
    expect(await tell(settled("nothing"))).toMatchObject({ ok: false, code: "not-found" });
  });
});

describe("timers run out once", () => {
  const bothTick = async () => (await Promise.all([tick(runtime), tick(runtime)])).reduce((sum, one) => sum + one, 0);

  test("an unpaid order ends at its deadline, with two processes ticking", async () => {
    const { orderId } = await orderIn(runtime, "pending");
    later(60);
    await bothTick();
    expect(await rowOf(runtime, orderId)).toMatchObject({ status: "cancelled", version: 2 });
  });

  test("an unanswered offer ends after two hours", async () => {
    const { orderId } = await orderIn(runtime, "assigned");
    later(1.9);
    await bothTick();
    expect((await rowOf(runtime, orderId)).status).toBe("assigned");
    later(2);
    await bothTick();
    expect(await rowOf(runtime, orderId)).toMatchObject({ status: "confirmed", writerId: null });
  });

  test("nobody took it: all the money goes back at the deadline", async () => {
    const { orderId } = await orderIn(runtime, "confirmed");
    later(60);
    await bothTick();
    expect(await rowOf(runtime, orderId)).toMatchObject({ status: "cancelled", refundedCents: essayCents });
  });

  test("a pause reminds twice and ends after a week", async () => {
    const { orderId, writer } = await orderIn(runtime, "in_progress");
    must(await doAct(runtime, writer, orderId, "hold", { question: "Which edition?" }));
    for (const hours of [24, 72, 167.9]) {
      later(hours);
      await bothTick();
    }
    expect((await rowOf(runtime, orderId)).status).toBe("on_hold");
    expect(await timesEmitted(orderId, "order.hold-reminder")).toBe(2);
    later(168);
    await bothTick();
    expect(await rowOf(runtime, orderId)).toMatchObject({ status: "in_progress", pausedMs: 168 * hour });
  });

  test("late work alarms the admins after a day and offers the refund after three", async () => {
    const { orderId } = await orderIn(runtime, "in_progress");
    later(60 + 24);
    await bothTick();
    expect(await timesEmitted(orderId, "order.late-alarm")).toBe(1);
    expect(await timesEmitted(orderId, "order.late-offer")).toBe(0);
    later(60 + 72);
    await bothTick();
    expect(await timesEmitted(orderId, "order.late-offer")).toBe(1);
  });

  test("the review ends by itself only for work that was seen", async () => {
    const [seen, unseen] = [await orderIn(runtime, "delivered"), await orderIn(runtime, "delivered")];
    await runtime.database.pool.query("update orders.orders set page_opened_at = $2 where id = $1", [
      seen.orderId,
      start,
    ]);
    later(7 * 24);
    await bothTick();
    expect((await rowOf(runtime, seen.orderId)).status).toBe("completed");
    expect((await rowOf(runtime, unseen.orderId)).status).toBe("delivered");
    expect(await timesEmitted(unseen.orderId, "order.unreached")).toBe(1);
    later(14 * 24);
    await bothTick();
    expect(await timesEmitted(unseen.orderId, "order.unreached-decide")).toBe(1);
    must(await doAct(runtime, unseen.admin, unseen.orderId, "complete-unreached", { reason: "Mail came back." }));
  });

  test("the money is released when the time for changes is over, and an undecided dispute is refunded", async () => {
    const finished = await orderIn(runtime, "completed");
    const disputed = await orderIn(runtime, "delivered");
    must(await doAct(runtime, disputed.client, disputed.orderId, "open-dispute", { reason: "No.", outcome: "Money." }));
    later(14 * 24);
    await bothTick();
    expect((await rowOf(runtime, finished.orderId)).releasedAt).toEqual(runtime.clock());
    later(30 * 24);
    await bothTick();
    expect(await rowOf(runtime, disputed.orderId)).toMatchObject({ status: "refunded", refundedCents: essayCents });
  });

  test("a timer that was left behind does nothing", async () => {
    const { orderId } = await orderIn(runtime, "completed");
    await runtime.db.insert(timers).values({ id: person().id, kind: "order.accept-end", subject: orderId, due: start });
    await tick(runtime);
    expect((await rowOf(runtime, orderId)).status).toBe("completed");
  });
});

async function timesEmitted(orderId: string, name: string): Promise<number> {
  const { rows } = await runtime.database.pool.query("select 1 from platform.outbox where subject = $1 and name = $2", [
    orderId,
    name,
  ]);
  return rows.length;
}
