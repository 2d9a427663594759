import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  begin,
  doAct,
  essayCents,
  later,
  must,
  newOrder,
  openPaymentsRuntime,
  paidOrder,
  person,
  rowOf,
} from "#tests/support/payments.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { newAttempt, syncAttempt, toPay } from "../attempts/sync-attempt.ts";
import {
  confirmRefundSent,
  confirmTransfer,
  moneyForOrder,
  moneyToDo,
  moneyToReview,
  openCheckout,
  receiveEvent,
  retryEvent,
  startAttempt,
} from "../index.server.ts";
import { many, paymentsFixture } from "../payments-fixture.testing.ts";
import { ledgerBalances } from "../queries/ledger-balances.ts";
import { sendDueRefunds } from "../refunds/send-refunds.ts";
import { readBooks } from "../settling/books.ts";
import { attempts, providerEvents } from "../tables.ts";

const runtime = await paymentsFixture();
const { controls } = runtime.sandbox;

describe("sandbox money and real orders", () => {
  test("a real installation: the sandbox provider pays test orders alone, an admin confirms a transfer", async () => {
    const real = await openPaymentsRuntime({ mode: "real" });
    const { client, orderId } = await newOrder(real);
    const ctx = ctxFor(real, client);
    expect(must(await openCheckout(ctx, { orderId })).methods).toEqual([]);
    const ask = { orderId, method: "sandbox", seenCents: essayCents };
    expect(await startAttempt(ctx, ask)).toMatchObject({ code: "invalid" });
    const transfer = { orderId, cents: essayCents, reference: "BANK 2026-03-10 1" };
    expect(await confirmTransfer(ctx, transfer)).toMatchObject({ code: "not-found" });
    const admin = ctxFor(real, person(3));
    const tries = await many(5, () => confirmTransfer(admin, transfer));
    expect(tries.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await rowOf(real, orderId)).toMatchObject({ status: "confirmed", paymentStatus: "paid" });
    must(await doAct(real, client, orderId, "cancel"));
    const [back] = must(await moneyForOrder(admin, { orderId })).refunds;
    expect(back).toMatchObject({ state: "by_hand", cents: essayCents });
    expect(await sendDueRefunds(real)).toBe(0);
    must(await confirmRefundSent(admin, { refundId: back?.id, reference: "BANK 2" }));
    expect(await confirmRefundSent(admin, { refundId: back?.id })).toMatchObject({ code: "conflict" });
    expect((await rowOf(real, orderId)).paymentStatus).toBe("refunded");
    await real.drop();
  });

  test("with the sandbox provider switched on, orders are marked as test and it can pay them", async () => {
    const real = await openPaymentsRuntime({ mode: "real", env: { PAYMENTS_SANDBOX: "on" } });
    const mine = await paidOrder(real);
    expect(await rowOf(real, mine.orderId)).toMatchObject({ test: true, status: "confirmed" });
    expect((await ledgerBalances(real.db, { real: true })).balances.held).toBe(0);
    expect((await ledgerBalances(real.db)).balances.held).toBe(essayCents);
    await real.drop();
  });

  test("sandbox money that comes for a real order, and a transfer for a test order, pay nothing", async () => {
    const real = await openPaymentsRuntime({ mode: "real" });
    const mine = await newOrder(real);
    must(await openCheckout(ctxFor(real, mine.client), { orderId: mine.orderId }));
    const order = await rowOf(real, mine.orderId);
    const [charge] = (await readBooks(real.db, mine.orderId)).charges;
    if (!charge) throw new Error("Nothing is owed.");
    const times = { startedAt: real.clock(), endsAt: new Date(real.clock().getTime() + 3_600_000) };
    const [attempt] = await real.db
      .insert(attempts)
      .values(
        newAttempt(
          charge,
          { ...order, open: true, lockOver: false, changeDueCents: 0, twoParts: order.rules.twoParts },
          { provider: "sandbox", ...times },
        ),
      )
      .returning();
    if (!attempt) throw new Error("There is no attempt.");
    await real.sandbox.provider.open(toPay(attempt));
    await real.sandbox.controls.act(attempt.id, "pay");
    expect(await syncAttempt(real, attempt.id)).toMatchObject({ ok: false, code: "conflict" });
    const unpaid = { status: "pending", paymentStatus: "pending", version: order.version };
    expect(await rowOf(real, mine.orderId)).toMatchObject(unpaid);
    expect(await readBooks(real.db, mine.orderId)).toMatchObject({ settlements: [], ledger: [] });
    await real.drop();
    const trial = await openPaymentsRuntime({ mode: "real", env: { PAYMENTS_SANDBOX: "on" } });
    const tested = await newOrder(trial);
    const transfer = { orderId: tested.orderId, cents: essayCents, reference: "BANK 2026-03-10 3" };
    expect(await confirmTransfer(ctxFor(trial, person(3)), transfer)).toMatchObject({ code: "conflict" });
    expect(await rowOf(trial, tested.orderId)).toMatchObject({ status: "pending", paymentStatus: "pending" });
    await trial.drop();
  });
});

describe("events", () => {
  const stored = () => runtime.db.select().from(providerEvents);

  test("unsigned, altered, old, or signed by another: refused before anything is stored", async () => {
    const { attemptId } = await paidOrder(runtime);
    const before = (await stored()).length;
    const { raw, headers } = runtime.sandbox.eventFor(attemptId);
    const altered = new Headers({ "sandbox-signature": `${headers.get("sandbox-signature")?.slice(0, -1)}x` });
    const theirs = runtime.other.eventFor(attemptId);
    for (const [body, head] of [
      [raw, new Headers()],
      [`${raw} `, headers],
      [raw, altered],
      [theirs.raw, theirs.headers],
    ] as const)
      expect(await receiveEvent(runtime, "sandbox", { raw: body, headers: head })).toMatchObject({
        ok: false,
        status: 400,
      });
    expect(await receiveEvent(runtime, "nobody", { raw, headers })).toMatchObject({ ok: false, status: 404 });
    later(runtime, 301);
    expect(await receiveEvent(runtime, "sandbox", { raw, headers })).toMatchObject({ ok: false, status: 400 });
    expect(await stored()).toHaveLength(before);
  });

  test("one event a hundred times at once is one row; one about something unknown asks for nothing", async () => {
    const mine = await newOrder(runtime);
    const { raw, headers } = runtime.sandbox.eventFor(await begin(runtime, mine));
    const before = (await stored()).length;
    await many(100, async () => {
      const received = await receiveEvent(runtime, "sandbox", { raw, headers });
      if (received.ok) await received.processed;
    });
    expect(await stored()).toHaveLength(before + 1);
    const strange = runtime.sandbox.eventFor("someone-elses");
    const received = await receiveEvent(runtime, "sandbox", strange);
    if (received.ok) await received.processed;
    expect((await stored()).filter(({ processedAt }) => processedAt === null)).toEqual([]);
  });

  test("many that come together are each stored, followed and ended, also beside one that came before", async () => {
    const { attemptId } = await paidOrder(runtime);
    const before = (await stored()).length;
    const known = runtime.sandbox.eventFor(attemptId);
    await many(150, async (n) => {
      const letter = n % 50 === 0 ? known : runtime.sandbox.eventFor(randomUUID());
      const received = await receiveEvent(runtime, "sandbox", letter);
      if (received.ok) await received.processed;
    });
    const after = await stored();
    expect(after.filter(({ processedAt, nextTryAt }) => processedAt === null || nextTryAt !== null)).toEqual([]);
    expect(after).toHaveLength(before + 148); // the known one, signed three times, is one event
  });

  test("what failed is kept with its error and tried again", async () => {
    const { processDueEvents } = await import("./inbox.ts");
    const mine = await newOrder(runtime);
    const attemptId = await begin(runtime, mine);
    runtime.post.lost = true;
    await controls.act(attemptId, "pay");
    runtime.sandbox.knobs.down = true;
    const { raw, headers } = runtime.sandbox.eventFor(attemptId);
    const received = await receiveEvent(runtime, "sandbox", { raw, headers });
    if (received.ok) await received.processed;
    expect(await moneyToReview(ctxFor(runtime, mine.client), {})).toMatchObject({ code: "not-found" });
    const failed = must(await moneyToReview(ctxFor(runtime, person(3)), {})).events;
    expect(failed).toMatchObject([{ attempts: 1, error: expect.stringContaining("does not answer") }]);
    runtime.sandbox.knobs.down = false;
    expect(await processDueEvents(runtime)).toBe(0);
    const [stuck] = failed;
    const admin = ctxFor(runtime, person(3));
    expect(must(await moneyToDo(admin, {})).events).toMatchObject([{ id: stuck?.id }]);
    const again = { eventId: stuck?.id };
    expect(await retryEvent(ctxFor(runtime, mine.client), again)).toMatchObject({ code: "not-found" });
    must(await retryEvent(admin, again));
    expect(await retryEvent(admin, again)).toMatchObject({ code: "conflict" });
    expect((await rowOf(runtime, mine.orderId)).status).toBe("confirmed");
  });
});
