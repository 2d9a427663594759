import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { payments } from "#src/adapters/payments/sandbox/tables.ts";
import { newId } from "#src/platform/ids.ts";
import { outbox } from "#src/platform/tables.ts";
import { begin, doAct, essayCents, later, must, newOrder, paidOrder, person, rowOf } from "#tests/support/payments.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { closeDuePages } from "../attempts/sync-attempt.ts";
import {
  moneyForOrder,
  openCheckout,
  receiveEvent,
  retryRefund,
  returnFromProvider,
  startAttempt,
} from "../index.server.ts";
import { balancesOf, many, paymentsFixture } from "../payments-fixture.testing.ts";
import { reconcile } from "../reconciling/reconcile.ts";
import { sendDueRefunds } from "../refunds/send-refunds.ts";
import { readBooks } from "../settling/books.ts";
import { disputes, settlements } from "../tables.ts";

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

  test("a lost one leaves the money gone, also when its begin was not reported", async () => {
    const { orderId } = await paidOrder(runtime);
    const dispute = await runtime.sandbox.question(await transactionOf(orderId), essayCents, "lost");
    await tell({ dispute });
    expect(await rowOf(runtime, orderId)).toMatchObject({ frozen: false, paymentStatus: "chargeback" });
    expect(await balancesOf(runtime, orderId)).toMatchObject({ held: 0, chargebacks: essayCents });
  });

  test("one for more than is left is the operator's loss; the books hold, and a won one brings all of it back", async () => {
    const { orderId } = await paidOrder(runtime);
    const transaction = await transactionOf(orderId);
    await runtime.sandbox.refundElsewhere(transaction, 10_000);
    await tell({ payment: transaction });
    const dispute = await runtime.sandbox.question(transaction, essayCents, "open");
    await tell({ dispute }, 3);
    const lost = { held: 0, operator: -10_000, refunds: 10_000, chargebacks: essayCents };
    expect(await balancesOf(runtime, orderId)).toMatchObject(lost);
    await runtime.sandbox.question(transaction, essayCents, "won");
    await tell({ dispute }, 3);
    const back = { held: essayCents - 10_000, operator: 0, refunds: 10_000, chargebacks: 0 };
    expect(await balancesOf(runtime, orderId)).toMatchObject(back);
  });

  test.each([
    ["won", { state: "failed", cents: essayCents / 2 }],
    ["lost", { state: "covered", cents: 0 }],
  ] as const)(
    "what goes back at the provider while a bank looks lowers the stopped refund at once; %s, it is right as well",
    async (end, stopped) => {
      const { orderId, client } = await paidOrder(runtime);
      const transaction = await transactionOf(orderId);
      must(await doAct(runtime, client, orderId, "cancel"));
      const dispute = await runtime.sandbox.question(transaction, essayCents / 2, "open");
      await tell({ dispute });
      await runtime.sandbox.refundElsewhere(transaction, essayCents / 2);
      await tell({ payment: transaction });
      const refundsNow = async () =>
        (await readBooks(runtime.db, orderId)).refunds.map(({ state, cents }) => ({ state, cents }));
      const foreign = { state: "succeeded", cents: essayCents / 2 };
      expect(await refundsNow()).toEqual([{ state: "failed", cents: essayCents / 2 }, foreign]);
      expect(await rowOf(runtime, orderId)).toMatchObject({ refundedCents: essayCents });
      expect(await sendDueRefunds(runtime)).toBe(0);
      await runtime.sandbox.question(transaction, essayCents / 2, end);
      await tell({ dispute });
      expect(await refundsNow()).toEqual([stopped, foreign]);
    },
  );

  test("of a payment that was one too many: its refund is stopped, the order is not touched, admins are notified", async () => {
    const mine = await newOrder(runtime);
    await controls.act(await begin(runtime, mine), "pay-twice");
    const { settlements, refunds } = await readBooks(runtime.db, mine.orderId);
    const extra = settlements.find(({ verdict }) => verdict === "surplus");
    expect(refunds).toMatchObject([{ settlementId: extra?.id, state: "waiting" }]);
    const dispute = await runtime.sandbox.question(extra?.transaction ?? "", essayCents, "open");
    await tell({ dispute }, 3);
    expect(await sendDueRefunds(runtime)).toBe(0);
    expect(await balancesOf(runtime, mine.orderId)).toMatchObject({
      held: essayCents,
      surplus: 0,
      chargebacks: essayCents,
    });
    expect(await rowOf(runtime, mine.orderId)).toMatchObject({ frozen: false, paymentStatus: "paid" });
    const events = await runtime.db.select().from(outbox).where(eq(outbox.name, "payments.dispute-unfollowed"));
    expect(events.filter(({ payload }) => payload.orderId === mine.orderId)).toHaveLength(1);
    await runtime.sandbox.question(extra?.transaction ?? "", essayCents, "won");
    await tell({ dispute }, 3);
    must(await retryRefund(ctxFor(runtime, person(3)), { refundId: refunds[0]?.id }));
    await sendDueRefunds(runtime);
    expect(await balancesOf(runtime, mine.orderId)).toMatchObject({ held: essayCents, surplus: 0, chargebacks: 0 });
  });

  test("both payments of an order are questioned: it stays frozen until both are over, and each is reversed for itself", async () => {
    const { orderId } = await paidOrder(runtime);
    const transaction = await transactionOf(orderId);
    const [row] = (await readBooks(runtime.db, orderId)).settlements;
    if (!row) throw new Error("Nothing was paid.");
    const second = { ...row, id: newId(), transaction: `${transaction}-2`, cents: 100 };
    await runtime.db.insert(settlements).values(second);
    await runtime.db.insert(payments).values({
      ...{ id: second.transaction, pageId: row.attemptId ?? "", cents: 100, currency: "USD", feeCents: 0 },
      at: runtime.clock(),
    });
    const first = await runtime.sandbox.question(transaction, 5_000, "open");
    await tell({ dispute: first });
    const other = await runtime.sandbox.question(second.transaction, 100, "open");
    await tell({ dispute: other });
    expect(await balancesOf(runtime, orderId)).toMatchObject({ held: essayCents - 5_100, chargebacks: 5_100 });
    await runtime.sandbox.question(transaction, 5_000, "won");
    await tell({ dispute: first });
    expect(await balancesOf(runtime, orderId)).toMatchObject({ held: essayCents - 100, chargebacks: 100 });
    expect(await rowOf(runtime, orderId)).toMatchObject({ frozen: true, paymentStatus: "chargeback" });
    await runtime.sandbox.question(second.transaction, 100, "won");
    await tell({ dispute: other });
    expect(await rowOf(runtime, orderId)).toMatchObject({ frozen: false, paymentStatus: "paid" });
    expect(await balancesOf(runtime, orderId)).toMatchObject({ held: essayCents, chargebacks: 0 });
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
  expect(must(await returnFromProvider(ctx, { orderId: mine.orderId, attemptId })).result).toBe("reviewing");
  expect(must(await openCheckout(ctx, { orderId: mine.orderId })).stage).toMatchObject({ kind: "reviewing" });
  const again = { orderId: mine.orderId, method: "other", seenCents: essayCents };
  expect(await startAttempt(ctx, again)).toMatchObject({ code: "conflict" });
  expect((await rowOf(runtime, mine.orderId)).status).toBe("pending");
  runtime.sandbox.knobs.reviews = false;
  later(runtime, 3_700);
  await reconcile(runtime);
  expect(await rowOf(runtime, mine.orderId)).toMatchObject({ status: "confirmed", paymentStatus: "paid" });
});
