import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { repriceAfterLock } from "#src/modules/orders/index.server.ts";
import { custom } from "#src/modules/orders/orders.testing.ts";
import { orders } from "#src/modules/orders/tables.ts";
import {
  begin,
  type Client,
  doAct,
  essayCents,
  later,
  must,
  newOrder,
  paidOrder,
  person,
  place,
  placing,
  rowOf,
} from "#tests/support/payments.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { moneyForOrder, openCheckout, receiptPage, returnFromProvider, startAttempt } from "../index.server.ts";
import { paymentsFixture } from "../payments-fixture.testing.ts";
import { readBooks } from "../settling/books.ts";
import { syncAttempt } from "./sync-attempt.ts";

const runtime = await paymentsFixture();

const stageOf = async ({ client, orderId }: Client) =>
  must(await openCheckout(ctxFor(runtime, client), { orderId })).stage;
const pay = ({ client, orderId }: Client, seenCents: number) =>
  startAttempt(ctxFor(runtime, client), { orderId, method: "sandbox", seenCents });
/** Sixty hours to the deadline: the price is locked for a quarter of that. */
const afterLock = () => later(runtime, 16 * 3_600);

describe("where an order stands", () => {
  test("waiting for its money, paid, cancelled", async () => {
    const mine = await newOrder(runtime);
    expect(await stageOf(mine)).toMatchObject({ kind: "pay", cents: essayCents, lastFailed: false });
    must(await doAct(runtime, mine.client, mine.orderId, "cancel"));
    expect(await stageOf(mine)).toEqual({ kind: "closed" });
    const paid = await paidOrder(runtime);
    expect(await stageOf(paid)).toEqual({ kind: "paid", ended: false, restCents: 0 });
    must(await doAct(runtime, paid.client, paid.orderId, "cancel"));
    expect(await stageOf(paid)).toEqual({ kind: "paid", ended: true, restCents: 0 });
  });

  test("opened again and again it is one charge", async () => {
    const mine = await newOrder(runtime);
    await Promise.all(Array.from({ length: 20 }, () => stageOf(mine)));
    expect((await readBooks(runtime.db, mine.orderId)).charges).toMatchObject([{ state: "open", cents: essayCents }]);
  });

  test("what was paid on a page that is open is counted before the form is shown again", async () => {
    const mine = await newOrder(runtime);
    await runtime.sandbox.controls.act(await begin(runtime, mine), "pay", { quiet: true });
    runtime.sandbox.knobs.down = true;
    expect(await stageOf(mine)).toMatchObject({ kind: "pay" });
    runtime.sandbox.knobs.down = false;
    expect(await stageOf(mine)).toEqual({ kind: "paid", ended: false, restCents: 0 });
    const held = await newOrder(runtime);
    await runtime.sandbox.controls.act(await begin(runtime, held), "pay", { quiet: true });
    runtime.sandbox.knobs.reviews = true;
    expect(await stageOf(held)).toMatchObject({ kind: "reviewing" });
  });

  test("a second payment of one charge is reported as one too many, the first one as paid", async () => {
    const mine = await newOrder(runtime);
    const [first, second] = [await begin(runtime, mine), await begin(runtime, mine, "other")];
    await runtime.sandbox.controls.act(first, "pay");
    await runtime.other.controls.act(second, "pay", { quiet: true });
    const back = async (attemptId: string) =>
      must(await returnFromProvider(ctxFor(runtime, mine.client), { orderId: mine.orderId, attemptId })).result;
    expect([await back(second), await back(first), await back(second)]).toEqual(["extra", "paid", "extra"]);
    const { refunds } = await readBooks(runtime.db, mine.orderId);
    expect(refunds).toMatchObject([{ kind: "surplus", cents: essayCents }]);
  });

  test("custom work waits for its quote, then for its money", async () => {
    const client = person();
    const deadline = new Date(runtime.clock().getTime() + 90 * 3_600_000);
    const { orderId } = await place(runtime, client, placing({ ...custom, deadline: deadline.toISOString() }));
    expect(await stageOf({ client, orderId })).toEqual({ kind: "quote", ended: false });
    expect(await pay({ client, orderId }, 0)).toMatchObject({ code: "conflict" });
    const quote = { cents: 40_000, scope: "All of it.", deadline };
    must(await doAct(runtime, person(3), orderId, "quote", { quote }));
    expect(await stageOf({ client, orderId })).toMatchObject({ kind: "pay", cents: 40_000 });
    const attempt = must(await pay({ client, orderId }, 40_000)).attemptId;
    must(await doAct(runtime, person(3), orderId, "quote", { quote: { ...quote, cents: 45_000 } }));
    expect(await pay({ client, orderId }, 40_000)).toMatchObject({
      code: "price-changed",
      data: { totalCents: 45_000 },
    });
    await runtime.sandbox.controls.act(attempt, "pay");
    expect((await rowOf(runtime, orderId)).status).toBe("quoted");
    const { charges, refunds } = await readBooks(runtime.db, orderId);
    expect(charges.map(({ state, cents }) => [state, cents])).toEqual([
      ["void", 40_000],
      ["open", 45_000],
    ]);
    expect(refunds).toMatchObject([{ kind: "surplus", cents: 40_000 }]);
  });
});

describe("after the price lock", () => {
  test("another total is shown, and nothing is charged before it is confirmed", async () => {
    const mine = await newOrder(runtime);
    afterLock();
    const changed = await stageOf(mine);
    if (changed.kind !== "changed") throw new Error(changed.kind);
    expect(changed).toMatchObject({ wasCents: essayCents, cents: 14_700 });
    expect(changed.lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(14_700);
    for (const seen of [essayCents, 14_700]) expect(await pay(mine, seen)).toMatchObject({ code: "price-changed" });
    const ctx = ctxFor(runtime, mine.client);
    must(await repriceAfterLock(ctx, { orderId: mine.orderId, confirmTotalCents: 14_700 }));
    expect(await stageOf(mine)).toMatchObject({ kind: "pay", cents: 14_700 });
    await runtime.sandbox.controls.act(must(await pay(mine, 14_700)).attemptId, "pay");
    expect(await rowOf(runtime, mine.orderId)).toMatchObject({ status: "confirmed", priceCents: 14_700 });
  });

  test("the same total continues without a question", async () => {
    const mine = await newOrder(runtime);
    const soon = new Date(runtime.clock().getTime() - 1000);
    await runtime.db.update(orders).set({ lockEndsAt: soon }).where(eq(orders.id, mine.orderId));
    expect(await stageOf(mine)).toMatchObject({ kind: "pay", cents: essayCents, lastFailed: false });
    expect((await rowOf(runtime, mine.orderId)).lockEndsAt?.getTime()).toBeGreaterThan(runtime.clock().getTime());
  });

  test("a page that was opened in time is paid at the locked price", async () => {
    const mine = await newOrder(runtime);
    later(runtime, 15 * 3_600 - 60);
    const attempt = await begin(runtime, mine);
    later(runtime, 120);
    await runtime.sandbox.controls.act(attempt, "pay");
    must(await syncAttempt(runtime, attempt));
    expect(await rowOf(runtime, mine.orderId)).toMatchObject({ status: "confirmed", priceCents: essayCents });
  });

  test("too near to the deadline: later ones with their prices", async () => {
    const mine = await newOrder(runtime);
    later(runtime, 58 * 3_600);
    const near = await stageOf(mine);
    if (near.kind !== "too-near") throw new Error(near.kind);
    const [first] = near.later;
    expect(near.later.length).toBeGreaterThan(2);
    expect(first?.deadline.getTime()).toBeGreaterThan(runtime.clock().getTime() + 3 * 3_600_000);
    const asked = { orderId: mine.orderId, deadline: first?.deadline, confirmTotalCents: first?.totalCents };
    must(await repriceAfterLock(ctxFor(runtime, mine.client), asked));
    expect(await stageOf(mine)).toMatchObject({ kind: "pay", cents: first?.totalCents });
  });
});

describe("the receipt", () => {
  test("its lines sum to what was paid; unpaid and foreign orders have none", async () => {
    const unpaid = await newOrder(runtime);
    expect(await receiptPage(ctxFor(runtime, unpaid.client), { orderId: unpaid.orderId })).toMatchObject({
      code: "not-found",
    });
    const { client, orderId } = await paidOrder(runtime);
    const receipt = must(await receiptPage(ctxFor(runtime, client), { orderId }));
    expect(receipt).toMatchObject({
      totalCents: essayCents,
      payments: [{ method: "Practice payment", cents: essayCents }],
      test: false,
      refundedCents: 0,
    });
    expect(receipt.lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(essayCents);
    expect(await receiptPage(ctxFor(runtime, person()), { orderId })).toMatchObject({ code: "not-found" });
    expect(await receiptPage(ctxFor(runtime, person(3)), { orderId })).toMatchObject({ ok: true });
    expect(must(await moneyForOrder(ctxFor(runtime, client), { orderId })).back).toMatchObject({
      method: "Practice payment",
    });
  });
});
