import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { inTransaction } from "#src/platform/command.ts";
import { systemCtx } from "#src/platform/runtime.ts";
import { outbox } from "#src/platform/tables.ts";
import { notFound } from "#src/shared/outcome.ts";
import { guest } from "#src/shared/viewer.ts";
import { begin, doAct, essayCents, later, must, newOrder, paidOrder, person, rowOf } from "#tests/support/payments.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { syncAttempt } from "../attempts/sync-attempt.ts";
import {
  moneyForOrder,
  openCheckout,
  receiptFor,
  receiveEvent,
  returnFromProvider,
  returnReviewed,
  startAttempt,
} from "../index.server.ts";
import { balancesOf, many, paymentsFixture } from "../payments-fixture.testing.ts";
import { reconcile } from "../reconciling/reconcile.ts";
import { sendDueRefunds } from "../refunds/send-refunds.ts";
import { readBooks } from "./books.ts";
import { settle } from "./settle.ts";

const runtime = await paymentsFixture();
const { controls } = runtime.sandbox;
const balances = (orderId: string) => balancesOf(runtime, orderId);
const emitted = async (name: string, orderId: string) =>
  (await runtime.db.select().from(outbox).where(eq(outbox.name, name))).filter(
    ({ payload }) => payload.orderId === orderId,
  );

describe("one payment, whatever reports it", () => {
  test("the event pays the order; the return page finds it paid", async () => {
    const { orderId, client, attemptId } = await paidOrder(runtime);
    expect(await rowOf(runtime, orderId)).toMatchObject({ status: "confirmed", paymentStatus: "paid" });
    expect(must(await returnFromProvider(ctxFor(runtime, client), { orderId, attemptId })).result).toBe("paid");
    expect(await balances(orderId)).toMatchObject({ client: -essayCents, held: essayCents });
    expect(await receiptFor(runtime.db, orderId)).toMatchObject({ cents: essayCents, method: "Practice payment" });
    expect(await emitted("payments.settled", orderId)).toHaveLength(1);
  });

  test("the return page comes first and asks the provider; the event finds it done", async () => {
    const mine = await newOrder(runtime);
    const attemptId = await begin(runtime, mine);
    runtime.post.lost = true;
    await controls.act(attemptId, "pay");
    expect((await rowOf(runtime, mine.orderId)).status).toBe("pending");
    expect(must(await returnFromProvider(ctxFor(runtime, mine.client), { orderId: mine.orderId })).result).toBe("paid");
    const { raw, headers } = runtime.sandbox.eventFor(attemptId);
    const received = await receiveEvent(runtime, "sandbox", { raw, headers });
    if (received.ok) await received.processed;
    expect((await readBooks(runtime.db, mine.orderId)).settlements).toHaveLength(1);
  });

  test("fifty events and ten return pages at once: one settlement, one event emitted", async () => {
    const mine = await newOrder(runtime);
    const attemptId = await begin(runtime, mine);
    runtime.post.lost = true;
    await controls.act(attemptId, "pay");
    const events = many(50, async () => {
      const { raw, headers } = runtime.sandbox.eventFor(attemptId);
      const received = await receiveEvent(runtime, "sandbox", { raw, headers });
      if (received.ok) await received.processed;
      return received.ok;
    });
    const returns = many(10, () =>
      returnFromProvider(ctxFor(runtime, mine.client), { orderId: mine.orderId, attemptId }),
    );
    expect(new Set(await events)).toEqual(new Set([true]));
    for (const one of await returns) expect(must(one).result).toBe("paid");
    const books = await readBooks(runtime.db, mine.orderId);
    expect(books.settlements).toHaveLength(1);
    expect(books.refunds).toEqual([]);
    expect(await emitted("payments.settled", mine.orderId)).toHaveLength(1);
    expect(await balances(mine.orderId)).toMatchObject({ held: essayCents, surplus: 0 });
  });

  test("no event, no return: the reconciling job finds the payment", async () => {
    const mine = await newOrder(runtime);
    const attemptId = await begin(runtime, mine);
    runtime.post.lost = true;
    await controls.act(attemptId, "pay-and-close");
    later(runtime, 120);
    expect(await reconcile(runtime)).toBeGreaterThan(0);
    expect((await rowOf(runtime, mine.orderId)).status).toBe("confirmed");
  });

  test("an unpaid page: the return page confirms nothing; declined says failed, and another try pays", async () => {
    const mine = await newOrder(runtime);
    const ctx = ctxFor(runtime, mine.client);
    const first = await begin(runtime, mine);
    expect(must(await returnFromProvider(ctx, { orderId: mine.orderId, attemptId: first })).result).toBe("confirming");
    await controls.act(first, "decline");
    expect(must(await returnFromProvider(ctx, { orderId: mine.orderId, attemptId: first })).result).toBe("failed");
    expect(await rowOf(runtime, mine.orderId)).toMatchObject({ status: "pending", paymentStatus: "failed" });
    expect(must(await openCheckout(ctx, { orderId: mine.orderId })).stage).toMatchObject({
      kind: "pay",
      lastFailed: true,
    });
    const second = await begin(runtime, mine);
    expect(second).not.toBe(first);
    expect((await rowOf(runtime, mine.orderId)).paymentStatus).toBe("pending");
    await controls.act(second, "pay");
    expect((await rowOf(runtime, mine.orderId)).paymentStatus).toBe("paid");
  });

  test("a provider that does not answer leaves the page confirming, and nothing is paid", async () => {
    const mine = await newOrder(runtime);
    const attemptId = await begin(runtime, mine);
    runtime.post.lost = true;
    await controls.act(attemptId, "pay");
    runtime.sandbox.knobs.down = true;
    const ctx = ctxFor(runtime, mine.client);
    expect(must(await returnFromProvider(ctx, { orderId: mine.orderId, attemptId })).result).toBe("confirming");
    expect((await rowOf(runtime, mine.orderId)).paymentStatus).toBe("pending");
  });
});

describe("attempts", () => {
  test("fifty posts at once lead to one attempt", async () => {
    const mine = await newOrder(runtime);
    const ids = await many(50, () => begin(runtime, mine));
    expect(new Set(ids).size).toBe(1);
    expect((await readBooks(runtime.db, mine.orderId)).attempts).toHaveLength(1);
  });

  test("the eleventh attempt within an hour is refused, after the hour it is not", async () => {
    const mine = await newOrder(runtime);
    for (let at = 0; at < 10; at += 1) await controls.act(await begin(runtime, mine), "decline");
    const ask = { orderId: mine.orderId, method: "sandbox", seenCents: essayCents };
    expect(await startAttempt(ctxFor(runtime, mine.client), ask)).toMatchObject({ ok: false, code: "too-many" });
    later(runtime, 3_601);
    expect((await startAttempt(ctxFor(runtime, mine.client), ask)).ok).toBe(true);
  });

  test("a total that was not seen, an unknown method, and a provider that is down: nothing is started", async () => {
    const { client, orderId } = await newOrder(runtime);
    const ctx = ctxFor(runtime, client);
    const ask = { orderId, method: "sandbox", seenCents: essayCents };
    expect(await startAttempt(ctx, { ...ask, seenCents: 1 })).toMatchObject({
      code: "price-changed",
      data: { totalCents: essayCents },
    });
    expect(await startAttempt(ctx, { ...ask, method: "card" })).toMatchObject({ code: "invalid" });
    runtime.sandbox.knobs.down = true;
    expect(await startAttempt(ctx, ask)).toMatchObject({ code: "unavailable" });
    runtime.sandbox.knobs.down = false;
    expect((await startAttempt(ctx, ask)).ok).toBe(true);
    expect((await readBooks(runtime.db, orderId)).attempts).toHaveLength(1);
  });

  test("another person, a guest and a writer: as if the order did not exist, or the way in", async () => {
    const { orderId, attemptId } = await paidOrder(runtime);
    const foreign = ctxFor(runtime, person());
    const ask = { orderId, method: "sandbox", seenCents: essayCents };
    const unknown = { ok: false, code: "not-found" };
    expect(await openCheckout(foreign, { orderId })).toMatchObject(unknown);
    expect(await startAttempt(foreign, ask)).toMatchObject(unknown);
    expect(await returnFromProvider(foreign, { orderId, attemptId })).toMatchObject(unknown);
    expect(await moneyForOrder(foreign, { orderId })).toMatchObject(unknown);
    expect(await openCheckout(foreign, { orderId: "no-such-order" })).toMatchObject(unknown);
    expect(await openCheckout(ctxFor(runtime, guest), { orderId })).toMatchObject({ code: "signed-out" });
    expect(await openCheckout(ctxFor(runtime, person(2)), { orderId })).toMatchObject({ code: "forbidden" });
    expect(await moneyForOrder(ctxFor(runtime, person(3)), { orderId })).toMatchObject({ ok: true });
  });
});

describe("money that nothing waits for", () => {
  test("paid twice on one page: the second goes back once by itself", async () => {
    const mine = await newOrder(runtime);
    const attemptId = await begin(runtime, mine);
    await controls.act(attemptId, "pay-twice");
    await many(5, () => syncAttempt(runtime, attemptId));
    expect(await balances(mine.orderId)).toMatchObject({ held: essayCents, surplus: essayCents, refunds: 0 });
    await many(5, () => sendDueRefunds(runtime));
    const books = await readBooks(runtime.db, mine.orderId);
    expect(books.refunds).toMatchObject([{ kind: "surplus", cents: essayCents, state: "succeeded" }]);
    expect(await balances(mine.orderId)).toMatchObject({ held: essayCents, surplus: 0, refunds: essayCents });
    expect((await rowOf(runtime, mine.orderId)).paymentStatus).toBe("paid");
    expect(await emitted("payments.refunded", mine.orderId)).toHaveLength(1);
  });

  test("paid by two providers in two tabs: one pays, the other goes back", async () => {
    const mine = await newOrder(runtime);
    const [one, two] = [await begin(runtime, mine), await begin(runtime, mine, "other")];
    expect(one).not.toBe(two);
    await Promise.all([controls.act(one, "pay"), runtime.other.controls.act(two, "pay")]);
    await sendDueRefunds(runtime);
    const { settlements, refunds } = await readBooks(runtime.db, mine.orderId);
    expect(settlements.map(({ verdict }) => verdict).sort()).toEqual(["settle", "surplus"]);
    expect(refunds).toMatchObject([{ cents: essayCents, state: "succeeded" }]);
    expect(await balances(mine.orderId)).toMatchObject({ held: essayCents, surplus: 0 });
    const ctx = ctxFor(runtime, mine.client);
    const results = [one, two].map(
      async (attemptId) => must(await returnFromProvider(ctx, { orderId: mine.orderId, attemptId })).result,
    );
    expect((await Promise.all(results)).toSorted()).toEqual(["extra", "paid"]);
  });

  test("paid after the order was cancelled: the money goes back by itself", async () => {
    const mine = await newOrder(runtime);
    const attemptId = await begin(runtime, mine);
    must(await doAct(runtime, mine.client, mine.orderId, "cancel"));
    expect(await rowOf(runtime, mine.orderId)).toMatchObject({ status: "cancelled", paymentStatus: "void" });
    await controls.act(attemptId, "pay");
    await sendDueRefunds(runtime);
    expect(await rowOf(runtime, mine.orderId)).toMatchObject({ status: "cancelled", paymentStatus: "void" });
    expect(await balances(mine.orderId)).toMatchObject({ held: 0, surplus: 0, refunds: essayCents });
  });

  test.each([
    ["another amount", { cents: essayCents - 1, currency: "USD" }, essayCents - 1],
    ["another currency", { cents: essayCents, currency: "EUR" }, 0],
  ])("%s is for a person to look at, never paid", async (_, pays, surplus) => {
    const mine = await newOrder(runtime);
    const attemptId = await begin(runtime, mine);
    runtime.sandbox.knobs.pays = pays;
    await controls.act(attemptId, "pay");
    runtime.sandbox.knobs.pays = null;
    expect(await rowOf(runtime, mine.orderId)).toMatchObject({ status: "pending" });
    expect(await balances(mine.orderId)).toMatchObject({ held: 0, surplus });
    const ctx = ctxFor(runtime, mine.client);
    expect(must(await returnFromProvider(ctx, { orderId: mine.orderId, attemptId })).result).toBe("review");
    expect(must(await openCheckout(ctx, { orderId: mine.orderId })).stage).toEqual({ kind: "review" });
    const again = { orderId: mine.orderId, method: "sandbox", seenCents: essayCents };
    expect(await startAttempt(ctx, again)).toMatchObject({ code: "conflict" });
    const [waiting] = must(await moneyForOrder(ctx, { orderId: mine.orderId })).payments;
    const admin = ctxFor(runtime, person(3));
    expect(await returnReviewed(ctx, { settlementId: waiting?.id })).toMatchObject({ code: "not-found" });
    const own = ctxFor(runtime, person(3, { id: mine.client.id }));
    expect(await returnReviewed(own, { settlementId: waiting?.id })).toMatchObject({ code: "forbidden" });
    must(await returnReviewed(admin, { settlementId: waiting?.id }));
    expect(await returnReviewed(admin, { settlementId: waiting?.id })).toMatchObject({ code: "conflict" });
    await sendDueRefunds(runtime);
    expect(await balances(mine.orderId)).toMatchObject({ held: 0, surplus: 0 });
    expect((await startAttempt(ctx, again)).ok).toBe(true);
  });

  test("real money pays no practice order, and pretended money no real one", async () => {
    const mine = await newOrder(runtime);
    await begin(runtime, mine);
    const [attempt] = (await readBooks(runtime.db, mine.orderId)).attempts;
    const payment = { transaction: "t", cents: essayCents, currency: "USD", feeCents: 0, at: runtime.clock() };
    const settled = (mode: "demo" | "real", sandbox: boolean) =>
      inTransaction(systemCtx({ ...runtime, mode }, "test"), async (work) =>
        attempt ? settle(work, { attempt, payment, method: "Card", sandbox }) : notFound(),
      );
    for (const refused of [await settled("demo", false), await settled("real", true)])
      expect(refused).toMatchObject({ code: "conflict", message: expect.stringContaining("do not mix") });
    expect((await rowOf(runtime, mine.orderId)).status).toBe("pending");
  });

  test("the provider's fee is the operator's cost", async () => {
    runtime.sandbox.knobs.fee = (cents) => Math.floor(cents / 40) + 30;
    const { orderId } = await paidOrder(runtime);
    expect(await balances(orderId)).toMatchObject({ held: essayCents, operator: -345, fees: 345 });
  });
});
