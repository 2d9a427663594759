import { describe, expect, test } from "vitest";
import { acceptChange, askChange, deliverWork, orderForClient, orderTimers } from "#src/modules/orders/index.server.ts";
import { runDueTimers } from "#src/platform/timers.ts";
import { localOf } from "#src/shared/zone.ts";
import { doAct, essayCents, finished, later, must, rowOf } from "#tests/support/payments.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import {
  confirmFreeOrder,
  moneyForOrder,
  paidInAll,
  paperOf,
  receiptPage,
  removeCode,
  startAttempt,
} from "../index.server.ts";
import { balancesOf, many, paymentsFixture } from "../payments-fixture.testing.ts";
import { earningsOfWriter } from "../queries/writer-earnings.ts";
import { readBooks } from "../settling/books.ts";
import { bigOrder, cancel, codesIn, enter, inWork, newCode, pay } from "./codes.testing.ts";

const runtime = await paymentsFixture();
const { openCharges, stageOf, coded, refundsSent } = codesIn(runtime);
const price = essayCents;
const off = 1_260;
const net = price - off;
const hour = 3_600_000;

describe("the money of an order with a code", () => {
  test("released, the writer has the share of the whole price, and the operator pays the code", async () => {
    const mine = await coded();
    await pay(runtime, mine, net);
    expect(await paidInAll(runtime.db, [mine.orderId])).toBe(net);
    const { writer } = await inWork(runtime, mine);
    expect((await earningsOfWriter(runtime.db, writer.id)).heldCents).toBe(price / 2);
    must(await deliverWork(ctxFor(runtime, writer), { orderId: mine.orderId, ...finished }));
    must(await doAct(runtime, mine.client, mine.orderId, "approve"));
    for (const seconds of [61, 40 * 86_400]) {
      later(runtime, seconds);
      await runDueTimers(runtime, orderTimers);
    }
    await runtime.dispatchEvents();
    const balances = await balancesOf(runtime, mine.orderId);
    expect(balances).toMatchObject({ held: 0, writer: price / 2, operator: price / 2 - off });
  });

  test("over half of the time is used: the kept half is one of the price, and pays the writer", async () => {
    const mine = await coded();
    await pay(runtime, mine, net);
    await inWork(runtime, mine);
    later(runtime, 40 * 3_600);
    const kept = price / 2;
    expect(await cancel(runtime, mine)).toBe(net - kept);
    await refundsSent();
    expect(await balancesOf(runtime, mine.orderId)).toMatchObject({
      held: 0,
      refunds: net - kept,
      writer: kept / 2,
      operator: kept / 2,
    });
  });

  test("two payments: both are of what is left, and the code stands on both", async () => {
    const mine = await bigOrder(runtime);
    must(await enter(runtime, mine, await newCode(runtime)));
    expect(await stageOf(mine)).toMatchObject({ cents: 43_200, parts: { firstCents: 12_960, restCents: 30_240 } });
    await pay(runtime, mine, 43_200, "two");
    const [first, second] = (await readBooks(runtime.db, mine.orderId)).charges.filter(({ state }) => state !== "void");
    expect([first, second]).toMatchObject([
      { purpose: "first", cents: 12_960, discountCents: 1_440, state: "settled" },
      { purpose: "second", cents: 30_240, discountCents: 3_360, state: "open" },
    ]);
    expect(await rowOf(runtime, mine.orderId)).toMatchObject({ unpaidCents: 30_240, paymentStatus: "partially_paid" });
    expect(await openCharges(mine.orderId)).toEqual([{ purpose: "second", cents: 30_240, discountCents: 3_360 }]);
  });

  test("a cheaper change gives back the price's fall less the code's; a dearer one is charged whole", async () => {
    const mine = await coded();
    await pay(runtime, mine, net);
    const { writer } = await inWork(runtime, mine);
    const placedAt = runtime.clock();
    const { date, time } = localOf(new Date(placedAt.getTime() + 130 * hour), "UTC");
    const wish = { orderId: mine.orderId, deadlineDate: date, deadlineTime: time, deadlineZone: "UTC" };
    expect(await askChange(ctxFor(runtime, mine.client), wish)).toMatchObject({
      data: { totalCents: 9_240, differenceCents: -3_024 },
    });
    must(await askChange(ctxFor(runtime, mine.client), { ...wish, changeSeenCents: 9_240 }));
    must(await acceptChange(ctxFor(runtime, writer), { orderId: mine.orderId }));
    await refundsSent();
    expect(await balancesOf(runtime, mine.orderId)).toMatchObject({ held: 8_316, refunds: 3_024 });
    const longer = { orderId: mine.orderId, pages: "10" };
    const asked = await askChange(ctxFor(runtime, mine.client), longer);
    const { totalCents = 0, differenceCents = 0 } = (asked.ok ? {} : asked.data) as Record<string, number>;
    expect(differenceCents).toBe(totalCents - off - 8_316);
    must(await askChange(ctxFor(runtime, mine.client), { ...longer, changeSeenCents: totalCents }));
    must(await acceptChange(ctxFor(runtime, writer), { orderId: mine.orderId }));
    await pay(runtime, mine, differenceCents);
    expect(await balancesOf(runtime, mine.orderId)).toMatchObject({ held: totalCents - off });
  });

  test("its receipt, its paper and its page say the code", async () => {
    const mine = await coded();
    await pay(runtime, mine, net);
    const ctx = ctxFor(runtime, mine.client);
    const ask = { orderId: mine.orderId };
    const line = { code: mine.code, cents: -off, why: "10% of $126.00" };
    expect(must(await receiptPage(ctx, ask)).discount).toEqual(line);
    expect(must(await receiptPage(ctx, ask))).toMatchObject({ priceCents: price, totalCents: net, openCents: 0 });
    const { documents } = must(await moneyForOrder(ctx, { orderId: mine.orderId }));
    const { text } = must(await paperOf(ctx, { orderId: mine.orderId, number: documents[0]?.number }));
    const rows = text.blocks.flatMap((block) => ("right" in block ? [`${block.text} ${block.right}`] : []));
    const { number } = await rowOf(runtime, mine.orderId);
    expect(rows).toContain(`Code ${mine.code}. ${line.why} −$12.60`);
    expect(rows.slice(-3)).toEqual([
      `Writing services, order ${number} $126.00`,
      `Promotion code ${mine.code} −$12.60`,
      "Total paid, US dollars $113.40",
    ]);
    expect(must(await orderForClient(ctx, { orderId: mine.orderId })).discount).toMatchObject({ code: mine.code });
  });
});

describe("a code that takes off all of the price", () => {
  test("the order is confirmed without a payment, once; it has a receipt over nothing", async () => {
    const mine = await coded({ percent: "100" });
    const ctx = ctxFor(runtime, mine.client);
    const { orderId } = mine;
    expect(await stageOf(mine)).toMatchObject({ kind: "pay", cents: 0 });
    expect(await startAttempt(ctx, { orderId, method: "sandbox", seenCents: 0 })).toMatchObject({ code: "conflict" });
    const taken = await many(4, () => confirmFreeOrder(ctx, { orderId }));
    expect(taken.filter(({ ok }) => !ok)).toEqual([]);
    expect(await rowOf(runtime, orderId)).toMatchObject({ status: "confirmed", paymentStatus: "paid" });
    expect(must(await receiptPage(ctx, { orderId }))).toMatchObject({ priceCents: price, totalCents: 0, openCents: 0 });
    expect(must(await moneyForOrder(ctx, { orderId })).documents).toHaveLength(1);
    expect(await stageOf(mine)).toMatchObject({ kind: "paid" });
  });

  test("its writer is paid all the same, by the operator; cancelled, nothing goes back", async () => {
    const mine = await coded({ amount: "500" });
    must(await confirmFreeOrder(ctxFor(runtime, mine.client), { orderId: mine.orderId }));
    const { writer } = await inWork(runtime, mine);
    expect((await earningsOfWriter(runtime.db, writer.id)).heldCents).toBe(price / 2);
    later(runtime, 40 * 3_600);
    expect(await cancel(runtime, mine)).toBe(0);
    await refundsSent();
    const kept = price / 2;
    expect(await balancesOf(runtime, mine.orderId)).toMatchObject({ held: 0, writer: kept / 2, operator: -kept / 2 });
  });

  test("something is to be paid by now: it says so and confirms nothing", async () => {
    const mine = await coded({ percent: "100" });
    must(await removeCode(ctxFor(runtime, mine.client), { orderId: mine.orderId }));
    const taken = await confirmFreeOrder(ctxFor(runtime, mine.client), { orderId: mine.orderId });
    expect(taken).toMatchObject({ code: "price-changed", data: { totalCents: price } });
    expect(await rowOf(runtime, mine.orderId)).toMatchObject({ status: "pending" });
  });
});
