import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { begin, essayCents, later, must, newOrder, paidOrder, rowOf } from "#tests/support/payments.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { readBooks } from "./books.ts";
import { closeDuePages } from "./close-pages.ts";
import { comeBack, moneyForOrder, openCheckout, receiveEvent, startAttempt } from "./index.server.ts";
import { reconcile } from "./jobs.ts";
import { balancesOf, many, paymentsFixture } from "./payments-fixture.testing.ts";
import { disputes } from "./tables.ts";

const runtime = await paymentsFixture();
const { controls } = runtime.sandbox;

const tell = async (subject: Record<string, string>, times = 1) => {
  const { raw, headers } = runtime.sandbox.eventAbout(subject);
  await many(times, async () => {
    const received = await receiveEvent(runtime, "sandbox", { raw, headers });
    if (received.ok) await received.processed;
  });
  await runtime.dispatchEvents();
};
const transactionOf = async (orderId: string): Promise<string> => {
  const [one] = (await readBooks(runtime.db, orderId)).settlements;
  if (!one) throw new Error("Nothing was paid.");
  return one.transaction;
};

describe("disputes", () => {
  test("a dispute takes the money once and freezes the order; a won one brings it back", async () => {
    const { orderId } = await paidOrder(runtime);
    const transaction = await transactionOf(orderId);
    const dispute = await runtime.sandbox.question(transaction, essayCents, "open");
    await tell({ dispute }, 5);
    await tell({ dispute });
    expect(await rowOf(runtime, orderId)).toMatchObject({ frozen: true, paymentStatus: "chargeback" });
    expect(await balancesOf(runtime, orderId)).toMatchObject({ held: 0, chargebacks: essayCents });
    await runtime.sandbox.question(transaction, essayCents, "won");
    await tell({ dispute }, 5);
    expect(await rowOf(runtime, orderId)).toMatchObject({ frozen: false, paymentStatus: "paid" });
    expect(await balancesOf(runtime, orderId)).toMatchObject({ held: essayCents, chargebacks: 0 });
    const kept = await runtime.db.select().from(disputes).where(eq(disputes.orderId, orderId));
    expect(kept).toMatchObject([{ state: "won", followed: true, cents: essayCents }]);
  });

  test("a lost one leaves the money gone, also when nobody told that it began", async () => {
    const { orderId } = await paidOrder(runtime);
    const dispute = await runtime.sandbox.question(await transactionOf(orderId), essayCents, "lost");
    await tell({ dispute });
    expect(await rowOf(runtime, orderId)).toMatchObject({ frozen: false, paymentStatus: "chargeback" });
    expect(await balancesOf(runtime, orderId)).toMatchObject({ held: 0, chargebacks: essayCents });
  });

  test("an unknown dispute asks for nothing", async () => {
    await tell({ dispute: "dispute_of_nobody" });
    expect(await runtime.db.select().from(disputes).where(eq(disputes.reference, "dispute_of_nobody"))).toEqual([]);
  });
});

test("a refund that was sent at the provider is taken into the books, once", async () => {
  const { orderId, client } = await paidOrder(runtime);
  const payment = await transactionOf(orderId);
  await runtime.sandbox.refundElsewhere(payment, 2_600);
  await tell({ payment }, 5);
  await tell({ payment });
  expect(await balancesOf(runtime, orderId)).toMatchObject({ held: essayCents - 2_600, refunds: 2_600 });
  expect((await rowOf(runtime, orderId)).paymentStatus).toBe("partially_refunded");
  const { refunds } = must(await moneyForOrder(ctxFor(runtime, client), { orderId }));
  expect(refunds).toMatchObject([{ cents: 2_600, state: "succeeded" }]);
});

test("when one way is paid, the page of the other is ended", async () => {
  const mine = await newOrder(runtime);
  const page = await begin(runtime, mine);
  const other = await begin(runtime, mine, "other");
  await runtime.other.controls.act(other, "pay");
  runtime.sandbox.knobs.down = true;
  await closeDuePages(runtime);
  expect((await controls.page(page))?.state).toBe("open");
  runtime.sandbox.knobs.down = false;
  later(runtime, 61);
  await closeDuePages(runtime);
  expect((await controls.act(page, "pay"))?.state).toBe("over");
  expect((await readBooks(runtime.db, mine.orderId)).settlements).toHaveLength(1);
});

test("a payment under review counts as nothing and nobody can pay beside it, until it is let through", async () => {
  runtime.sandbox.knobs.reviews = true;
  const mine = await newOrder(runtime);
  const ctx = ctxFor(runtime, mine.client);
  const attemptId = await begin(runtime, mine);
  await controls.act(attemptId, "pay");
  expect(must(await comeBack(ctx, { orderId: mine.orderId, attemptId })).result).toBe("reviewing");
  expect(must(await openCheckout(ctx, { orderId: mine.orderId })).stage).toMatchObject({ kind: "reviewing" });
  const again = { orderId: mine.orderId, method: "other", seenCents: essayCents };
  expect(await startAttempt(ctx, again)).toMatchObject({ code: "conflict" });
  expect((await rowOf(runtime, mine.orderId)).status).toBe("pending");
  runtime.sandbox.knobs.reviews = false;
  later(runtime, 3_700);
  await reconcile(runtime);
  expect(await rowOf(runtime, mine.orderId)).toMatchObject({ status: "confirmed", paymentStatus: "paid" });
});
