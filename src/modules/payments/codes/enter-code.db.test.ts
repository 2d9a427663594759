import { describe, expect, test } from "vitest";
import { orderTimers } from "#src/modules/orders/index.server.ts";
import { runDueTimers } from "#src/platform/timers.ts";
import { localOf } from "#src/shared/zone.ts";
import { sized } from "#tests/support/full-run.ts";
import { doAct, essayCents, later, must, newOrder, person, rowOf } from "#tests/support/payments.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { removeCode, startAttempt } from "../index.server.ts";
import { balancesOf, many, paymentsFixture } from "../payments-fixture.testing.ts";
import { reconcile } from "../reconciling/reconcile.ts";
import { bigOrder, cancel, codesIn, enter, newCode, pay } from "./codes.testing.ts";
import { endCode } from "./edit-codes.ts";
import { promotionCodeList } from "./list-codes.ts";

const runtime = await paymentsFixture();
const { usesOf, openCharges, stageOf, coded, refundsSent, whyOf } = codesIn(runtime);
const price = essayCents;
const off = 1_260;
const net = price - off;
const hour = 3_600_000;

describe("a code before the payment", () => {
  test("is a row on the charge, and what is paid is the price less it", async () => {
    const mine = await coded();
    expect(await openCharges(mine.orderId)).toEqual([{ purpose: "full", cents: net, discountCents: off }]);
    expect(await stageOf(mine)).toMatchObject({ kind: "pay", cents: net });
    const seenWhole = { orderId: mine.orderId, method: "sandbox", seenCents: price };
    expect(await startAttempt(ctxFor(runtime, mine.client), seenWhole)).toMatchObject({
      code: "price-changed",
      data: { totalCents: net },
    });
    await pay(runtime, mine, net);
    expect(await rowOf(runtime, mine.orderId)).toMatchObject({
      status: "confirmed",
      paymentStatus: "paid",
      priceCents: price,
    });
    expect(await balancesOf(runtime, mine.orderId)).toMatchObject({ held: net, client: -net });
    expect(await usesOf(mine.orderId)).toMatchObject([{ state: "used" }]);
  });

  test("is written as people write it, counts once however often it is sent, and another takes its place", async () => {
    const mine = await newOrder(runtime);
    const [code, other] = [await newCode(runtime), await newCode(runtime, { amount: "20" })];
    const sent = await many(5, () => enter(runtime, mine, ` ${code.toLowerCase()} `));
    expect(sent.filter(({ ok }) => !ok)).toEqual([]);
    expect(await usesOf(mine.orderId)).toHaveLength(1);
    must(await enter(runtime, mine, other));
    expect(await usesOf(mine.orderId)).toHaveLength(1);
    expect(await openCharges(mine.orderId)).toEqual([{ purpose: "full", cents: price - 2_000, discountCents: 2_000 }]);
  });

  test("taken off again: the whole price, and the use is free", async () => {
    const mine = await coded({ mostUses: "1" });
    const ask = { orderId: mine.orderId };
    must(await removeCode(ctxFor(runtime, mine.client), ask));
    must(await removeCode(ctxFor(runtime, mine.client), ask));
    expect(await openCharges(mine.orderId)).toEqual([{ purpose: "full", cents: price, discountCents: 0 }]);
    expect(await enter(runtime, await newOrder(runtime), mine.code)).toMatchObject({ ok: true });
    expect(await whyOf(mine, mine.code)).toBe("used-up");
  });

  test("a page that was open at the old total pays nothing: its money goes back", async () => {
    const mine = await newOrder(runtime);
    const ask = { orderId: mine.orderId, method: "sandbox", seenCents: price };
    const { attemptId } = must(await startAttempt(ctxFor(runtime, mine.client), ask));
    must(await enter(runtime, mine, await newCode(runtime)));
    await runtime.sandbox.controls.act(attemptId, "pay");
    await refundsSent();
    expect(await rowOf(runtime, mine.orderId)).toMatchObject({ status: "pending" });
    expect(await balancesOf(runtime, mine.orderId)).toMatchObject({ held: 0, surplus: 0, refunds: price });
  });

  test("while a payment over the total is checked, the code stays as it is", async () => {
    const mine = await coded();
    const other = await newCode(runtime, { amount: "20" });
    const ask = { orderId: mine.orderId, method: "sandbox", seenCents: net };
    const { attemptId } = must(await startAttempt(ctxFor(runtime, mine.client), ask));
    runtime.sandbox.knobs.reviews = true;
    await runtime.sandbox.controls.act(attemptId, "pay");
    const looked = { code: "conflict", message: expect.stringContaining("is being checked") };
    expect(await enter(runtime, mine, other)).toMatchObject(looked);
    expect(await removeCode(ctxFor(runtime, mine.client), { orderId: mine.orderId })).toMatchObject(looked);
    runtime.sandbox.knobs.reviews = false;
    await runtime.sandbox.controls.act(attemptId, "pay");
    later(runtime, 120);
    await reconcile(runtime);
    expect(await balancesOf(runtime, mine.orderId)).toMatchObject({ held: net, surplus: 0 });
  });

  test("while money of another amount waits for a person, the code stays as it is", async () => {
    const mine = await coded();
    const ask = { orderId: mine.orderId, method: "sandbox", seenCents: net };
    const { attemptId } = must(await startAttempt(ctxFor(runtime, mine.client), ask));
    runtime.sandbox.knobs.pays = { cents: net - 1, currency: "USD" };
    await runtime.sandbox.controls.act(attemptId, "pay");
    const looked = { code: "conflict", message: expect.stringContaining("is being checked") };
    expect(await enter(runtime, mine, await newCode(runtime, { amount: "20" }))).toMatchObject(looked);
    expect(await removeCode(ctxFor(runtime, mine.client), { orderId: mine.orderId })).toMatchObject(looked);
    expect(await openCharges(mine.orderId)).toEqual([{ purpose: "full", cents: net, discountCents: off }]);
  });

  test("nobody else's order, no writer, and no order that waits for nothing", async () => {
    const mine = await newOrder(runtime);
    const code = await newCode(runtime);
    expect(await whyOf({ ...mine, client: person() }, code)).toBe("not-found");
    await pay(runtime, mine, price);
    expect(await whyOf(mine, code)).toBe("conflict");
    expect(await removeCode(ctxFor(runtime, mine.client), { orderId: mine.orderId })).toMatchObject({
      code: "conflict",
    });
  });

  test("who tries many codes waits; codes that count are no tries", async () => {
    const mine = await newOrder(runtime);
    for (let at = 0; at < 2; at += 1) must(await enter(runtime, mine, await newCode(runtime)));
    const most = 20 * runtime.config.limitsFactor;
    for (let at = 0; at < most; at += 1) expect(await whyOf(mine, `NONE-${at}`)).toBe("unknown");
    expect(await whyOf(mine, await newCode(runtime))).toBe("too-many");
  });
});

describe("why a code is refused", () => {
  const refusedFor = async (fields: Record<string, unknown>): Promise<string> =>
    whyOf(await newOrder(runtime), await newCode(runtime, fields));
  const dayFromNow = (days: number) => localOf(new Date(runtime.clock().getTime() + days * 24 * hour), "UTC").date;

  test("unknown, not yet, over, another kind of work, too small an order", async () => {
    expect(await whyOf(await newOrder(runtime), "NOBODY")).toBe("unknown");
    expect(await refusedFor({ fromDate: dayFromNow(2) })).toBe("not-yet");
    expect(await refusedFor({ fromDate: dayFromNow(-9), untilDate: dayFromNow(-2) })).toBe("ended");
    expect(await refusedFor({ services: ["programming"] })).toBe("service");
    expect(await refusedFor({ minimum: "126.01" })).toBe("minimum");
    expect(await refusedFor({ minimum: "126.00", services: ["programming", "non-technical"] })).toBe("it counts");
  });

  test("ended by an admin: orders that have it keep it", async () => {
    const mine = await coded();
    const listed = must(await promotionCodeList(ctxFor(runtime, person(3)), {}));
    const { id = "" } = listed.rows.find(({ code }) => code === mine.code) ?? {};
    must(await endCode(ctxFor(runtime, person(3)), { id }));
    must(await endCode(ctxFor(runtime, person(3)), { id }));
    expect(await whyOf(await newOrder(runtime), mine.code)).toBe("ended");
    await pay(runtime, mine, net);
    expect(await rowOf(runtime, mine.orderId)).toMatchObject({ status: "confirmed" });
  });

  test("used already by the same person; a limit of two lets two through", async () => {
    const client = person();
    const [one, two] = [await newCode(runtime, { mostPerPerson: "1" }), await newCode(runtime, { mostPerPerson: "2" })];
    const orders = await many(3, () => bigOrder(runtime, client));
    const answers: string[] = [];
    for (const mine of orders) answers.push(await whyOf(mine, one), await whyOf(mine, two));
    // The last order keeps "one", which the others gave up for "two".
    expect(await whyOf(await bigOrder(runtime, client), one)).toBe("own-limit");
    expect(answers).toEqual(["it counts", "it counts", "it counts", "it counts", "it counts", "own-limit"]);
  });

  test("a first order: not after a payment, and of two open orders on one", async () => {
    const code = await newCode(runtime, { firstOrderOnly: "on" });
    const client = person();
    const [first, second] = [await bigOrder(runtime, client), await bigOrder(runtime, client)];
    const takeOff = async ({ orderId }: { orderId: string }) =>
      must(await removeCode(ctxFor(runtime, client), { orderId }));
    must(await enter(runtime, first, code));
    expect(await whyOf(second, code)).toBe("not-first");
    await takeOff(first);
    expect(await whyOf(second, code)).toBe("it counts");
    await takeOff(second);
    await pay(runtime, first, 48_000);
    expect(await whyOf(second, code)).toBe("not-first");
  });
});

describe("a use is given back", () => {
  test("when the order is cancelled before it is paid", async () => {
    const mine = await coded({ mostUses: "1" });
    must(await doAct(runtime, mine.client, mine.orderId, "cancel"));
    expect(await usesOf(mine.orderId)).toEqual([]);
    expect((await rowOf(runtime, mine.orderId)).discount).toBeNull();
    expect(await enter(runtime, await newOrder(runtime), mine.code)).toMatchObject({ ok: true });
  });

  test("when it runs out unpaid", async () => {
    const mine = await coded({ mostUses: "1" });
    later(runtime, 80 * 3_600);
    await runDueTimers(runtime, orderTimers);
    await runtime.dispatchEvents();
    expect(await rowOf(runtime, mine.orderId)).toMatchObject({ status: "cancelled", discount: null });
    expect(await usesOf(mine.orderId)).toEqual([]);
  });

  test("and not when a paid order is cancelled: all that was paid goes back", async () => {
    const mine = await coded({ mostUses: "1" });
    await pay(runtime, mine, net);
    expect(await cancel(runtime, mine)).toBe(net);
    await refundsSent();
    expect(await usesOf(mine.orderId)).toMatchObject([{ state: "used" }]);
    expect(await whyOf(await newOrder(runtime), mine.code)).toBe("used-up");
    expect(await balancesOf(runtime, mine.orderId)).toMatchObject({ held: 0, refunds: net, operator: 0, writer: 0 });
  });
});

const [crowd, limit] = sized([150, 15], [1_000, 100]);

test(`${crowd} clients use a code at once that counts ${limit} times: exactly ${limit} have it`, async () => {
  const code = await newCode(runtime, { mostUses: String(limit) });
  const orders = [];
  for (let at = 0; at < crowd; at += 50)
    orders.push(...(await many(Math.min(50, crowd - at), () => newOrder(runtime))));
  const answers = await Promise.all(orders.map((mine) => whyOf(mine, code)));
  expect(answers.filter((why) => why === "it counts")).toHaveLength(limit);
  expect(answers.filter((why) => why === "used-up")).toHaveLength(crowd - limit);
  const { rows } = must(await promotionCodeList(ctxFor(runtime, person(3)), { search: code }));
  const line = rows.find((one) => one.code === code);
  expect(line).toMatchObject({ uses: limit, paid: 0, state: "used-up" });
});
