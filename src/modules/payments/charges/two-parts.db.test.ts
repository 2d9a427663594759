import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { deliverWork, openDelivery, orderTimers, previewCancel } from "#src/modules/orders/index.server.ts";
import { finished } from "#src/modules/orders/orders.testing.ts";
import { outbox } from "#src/platform/tables.ts";
import { runDueTimers } from "#src/platform/timers.ts";
import type { Person } from "#src/shared/viewer.ts";
import { doAct, later, must, newWriter, person, place, placing, rowOf } from "#tests/support/payments.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { openCheckout, paidInAll, receiptPage, startAttempt } from "../index.server.ts";
import { balancesOf, paymentsFixture } from "../payments-fixture.testing.ts";
import { earningsOfWriter } from "../queries/writer-earnings.ts";
import { followRefunds } from "../refunds/follow-refunds.ts";
import { sendDueRefunds } from "../refunds/send-refunds.ts";
import { readBooks } from "../settling/books.ts";

const runtime = await paymentsFixture();
const { controls } = runtime.sandbox;
const dayS = 86_400;
/** Psychology, 30 pages, 20 sources, ten days: 480.00 (the design's own slip). */
const wholeCents = 48_000;
const [firstCents, restCents] = [14_400, 33_600];

const bigOrder = async (fields: Record<string, unknown> = {}) => {
  const client = person();
  const deadline = new Date(runtime.clock().getTime() + 10 * dayS * 1000).toISOString();
  const wish = { ...placing().fields, pages: "30", citedSources: "20", deadline, ...fields };
  const { orderId } = await place(runtime, client, placing(wish, { confirmTotalCents: wholeCents }));
  return { client, orderId };
};

type Mine = Awaited<ReturnType<typeof bigOrder>>;

const start = ({ client, orderId }: Mine, seenCents: number, parts?: "all" | "two") =>
  startAttempt(ctxFor(runtime, client), { orderId, method: "sandbox", seenCents, ...(parts && { parts }) });

const pay = async (mine: Mine, seenCents: number, parts?: "all" | "two") => {
  const { attemptId } = must(await start(mine, seenCents, parts));
  await controls.act(attemptId, "pay");
  return attemptId;
};

const inWork = async (mine: Mine): Promise<{ writer: Person; admin: Person }> => {
  const [writer, admin] = [await newWriter(runtime), person(3)];
  must(await doAct(runtime, admin, mine.orderId, "assign", { writerId: writer.id }));
  must(await doAct(runtime, writer, mine.orderId, "accept"));
  return { writer, admin };
};

const deliver = async (mine: Mine, writer: Person) =>
  must(await deliverWork(ctxFor(runtime, writer), { orderId: mine.orderId, ...finished }));

const deliveredInParts = async () => {
  const mine = await bigOrder();
  await pay(mine, wholeCents, "two");
  const { writer, admin } = await inWork(mine);
  await deliver(mine, writer);
  return { ...mine, writer, admin };
};

const eventsOf = async (orderId: string) =>
  (await runtime.db.select().from(outbox).where(eq(outbox.subject, orderId))).map(({ name }) => name);

describe("two payments", () => {
  test("are offered from 400.00, and the first one starts the work", async () => {
    const mine = await bigOrder();
    const shown = must(await openCheckout(ctxFor(runtime, mine.client), { orderId: mine.orderId }));
    expect(shown.stage).toMatchObject({
      kind: "pay",
      cents: wholeCents,
      parts: { firstCents, restCents, percent: 30 },
    });
    await pay(mine, wholeCents, "two");
    expect(await rowOf(runtime, mine.orderId)).toMatchObject({
      status: "confirmed",
      paymentStatus: "partially_paid",
      unpaidCents: restCents,
    });
    expect(await balancesOf(runtime, mine.orderId)).toMatchObject({ held: firstCents });
    const after = must(await openCheckout(ctxFor(runtime, mine.client), { orderId: mine.orderId }));
    expect(after.stage).toEqual({ kind: "paid", ended: false, restCents });
    expect(await start(mine, restCents)).toMatchObject({ ok: false, code: "conflict" });
  });

  test("below 400.00 there is one payment, whatever is asked for", async () => {
    const client = person();
    const deadline = new Date(runtime.clock().getTime() + 60 * 3_600_000).toISOString();
    const { orderId } = await place(runtime, client, placing({ ...placing().fields, deadline }));
    const shown = must(await openCheckout(ctxFor(runtime, client), { orderId }));
    expect(shown.stage).toMatchObject({ kind: "pay", parts: null });
    await pay({ client, orderId }, 12_600, "two");
    expect(await rowOf(runtime, orderId)).toMatchObject({ paymentStatus: "paid", unpaidCents: 0 });
  });

  test("another choice voids the first charge; the last one chosen is what is paid", async () => {
    const mine = await bigOrder();
    must(await start(mine, wholeCents, "two"));
    await pay(mine, wholeCents, "all");
    const { charges } = await readBooks(runtime.db, mine.orderId);
    expect(charges.map(({ purpose, state }) => `${purpose} ${state}`)).toEqual([
      "full void",
      "first void",
      "full settled",
    ]);
    expect(await rowOf(runtime, mine.orderId)).toMatchObject({ paymentStatus: "paid", unpaidCents: 0 });
  });

  test("until the second one the final version is closed, nothing is decided and no time runs", async () => {
    const { client, orderId, admin } = await deliveredInParts();
    const asClient = ctxFor(runtime, client);
    expect(await openDelivery(asClient, { orderId, number: 1 })).toMatchObject({ ok: false, code: "conflict" });
    expect(await doAct(runtime, client, orderId, "approve")).toMatchObject({ ok: false, code: "conflict" });
    expect(await doAct(runtime, client, orderId, "request-revision", { points: "One." })).toMatchObject({ ok: false });
    later(runtime, 25 * 3_600);
    await runDueTimers(runtime, orderTimers);
    later(runtime, 3 * dayS);
    await runDueTimers(runtime, orderTimers);
    expect((await eventsOf(orderId)).filter((name) => name === "order.rest-reminder")).toHaveLength(2);
    expect(await doAct(runtime, admin, orderId, "end-unpaid", { reason: "r" })).toMatchObject({ code: "conflict" });
    later(runtime, 12 * dayS);
    await runDueTimers(runtime, orderTimers);
    expect(await eventsOf(orderId)).toContain("order.rest-unpaid");
    later(runtime, 30 * dayS);
    await runDueTimers(runtime, orderTimers);
    expect((await rowOf(runtime, orderId)).status).toBe("delivered");
  });

  test("the second one opens the work, and the review time starts with it", async () => {
    const mine = await deliveredInParts();
    const asClient = ctxFor(runtime, mine.client);
    later(runtime, 2 * dayS);
    const shown = must(await openCheckout(asClient, { orderId: mine.orderId }));
    expect(shown.stage).toMatchObject({ kind: "pay", cents: restCents, purpose: "second", parts: null });
    await pay(mine, restCents);
    expect(await rowOf(runtime, mine.orderId)).toMatchObject({
      paymentStatus: "paid",
      unpaidCents: 0,
      restPaidAt: runtime.clock(),
    });
    expect(must(await openDelivery(asClient, { orderId: mine.orderId, number: 1 })).text).toBe("The work.");
    expect(await balancesOf(runtime, mine.orderId)).toMatchObject({ held: wholeCents });
    const paper = must(await receiptPage(asClient, { orderId: mine.orderId }));
    expect(paper.payments.map(({ cents }) => cents)).toEqual([firstCents, restCents]);
    expect(paper).toMatchObject({ totalCents: wholeCents, openCents: 0 });
    must(await doAct(runtime, mine.client, mine.orderId, "approve"));
  });

  test.each([
    ["nobody has it yet: all that was paid", 0, firstCents],
    ["half is kept, more than was paid: nothing", 8, 0],
  ])("refund = what was paid less the kept part: %s", async (_, days, expected) => {
    const mine = await bigOrder();
    await pay(mine, wholeCents, "two");
    if (days > 0) {
      await inWork(mine);
      later(runtime, days * dayS);
    }
    const preview = must(await previewCancel(ctxFor(runtime, mine.client), { orderId: mine.orderId }));
    expect(preview.refundCents).toBe(expected);
    must(await doAct(runtime, mine.client, mine.orderId, "cancel", { refundSeenCents: expected }));
    await runtime.dispatchEvents();
    while ((await sendDueRefunds(runtime)) > 0);
    const balances = await balancesOf(runtime, mine.orderId);
    expect(balances).toMatchObject({ held: 0, refunds: expected });
    const { charges } = await readBooks(runtime.db, mine.orderId);
    expect(charges.filter(({ state }) => state === "open")).toEqual([]);
    // The kept half is 240.00, of which the writer's share is 120.00: more than half of what was paid.
    expect(balances.writer).toBe(days > 0 ? 12_000 : 0);
  });

  test("a credit for late work lowers the second payment first, and the writer's pay is as after one payment", async () => {
    const mine = await bigOrder();
    await pay(mine, wholeCents, "two");
    const { writer } = await inWork(mine);
    later(runtime, 10 * dayS + 2 * dayS - 3_600);
    await deliver(mine, writer);
    await runtime.dispatchEvents();
    const lateCents = 4_800;
    expect(await rowOf(runtime, mine.orderId)).toMatchObject({ unpaidCents: restCents - lateCents });
    expect(await start(mine, restCents)).toMatchObject({ ok: false, code: "price-changed" });
    await pay(mine, restCents - lateCents);
    expect((await readBooks(runtime.db, mine.orderId)).refunds).toEqual([]);
    const earned = await earningsOfWriter(runtime.db, writer.id);
    expect(earned.heldCents).toBe(wholeCents / 2 - lateCents);
    must(await doAct(runtime, mine.client, mine.orderId, "approve"));
    later(runtime, 61);
    await runDueTimers(runtime, orderTimers);
    later(runtime, 40 * dayS);
    await runDueTimers(runtime, orderTimers);
    await runtime.dispatchEvents();
    expect(await balancesOf(runtime, mine.orderId)).toMatchObject({ held: 0, writer: wholeCents / 2 - lateCents });
  });

  test("a second payment that never comes: an admin ends it, the writer has the share of the whole price", async () => {
    const mine = await deliveredInParts();
    later(runtime, 14 * dayS);
    must(await doAct(runtime, mine.admin, mine.orderId, "end-unpaid", { reason: "No answer." }));
    await runtime.dispatchEvents();
    expect(await balancesOf(runtime, mine.orderId)).toMatchObject({ held: 0, writer: wholeCents / 2, refunds: 0 });
    expect(await openDelivery(ctxFor(runtime, mine.client), { orderId: mine.orderId, number: 1 })).toMatchObject({
      ok: false,
    });
  });
});

test("what a client has paid in total is what came: no second payment that is due, and nothing that went back", async () => {
  const [mine, unpaid] = [await deliveredInParts(), await bigOrder()];
  const all = () => paidInAll(runtime.db, [mine.orderId, unpaid.orderId]);
  expect(await all()).toBe(firstCents);
  await pay(mine, restCents);
  expect(await all()).toBe(wholeCents);
  const { transaction = "" } = (await readBooks(runtime.db, mine.orderId)).settlements[0] ?? {};
  await runtime.sandbox.refundElsewhere(transaction, 3_500);
  await followRefunds(runtime, runtime.sandbox.provider, transaction);
  expect(await all()).toBe(wholeCents - 3_500);
  expect(await paidInAll(runtime.db, [])).toBe(0);
});
