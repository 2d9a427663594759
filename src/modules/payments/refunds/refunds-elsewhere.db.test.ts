import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { refunds as atProvider } from "#src/adapters/payments/sandbox/tables.ts";
import { inTransaction } from "#src/platform/command.ts";
import { systemCtx } from "#src/platform/runtime.ts";
import { done } from "#src/shared/outcome.ts";
import { doAct, essayCents, later, must, paidOrder, person, rowOf } from "#tests/support/payments.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { confirmRefundSent, moneyForOrder, moneyToReview, retryRefund, returnHeld } from "../index.server.ts";
import { balancesOf, many, paymentsFixture } from "../payments-fixture.testing.ts";
import { receiveEvent } from "../provider-events/inbox.ts";
import { readBooks } from "../settling/books.ts";
import { refunds } from "../tables.ts";
import { followRefunds } from "./follow-refunds.ts";
import { askForRefund } from "./refund-rows.ts";
import { sendDueRefunds } from "./send-refunds.ts";

const runtime = await paymentsFixture();
const { sandbox } = runtime;
const admin = ctxFor(runtime, person(3));
const elsewhereCents = 3_500;
const restCents = essayCents - elsewhereCents;

const tell = async (subject: Record<string, string>) => {
  const received = await receiveEvent(runtime, "sandbox", sandbox.eventAbout(subject));
  if (received.ok) await received.processed;
  await runtime.dispatchEvents();
};
const refundsOf = async (orderId: string) => (await readBooks(runtime.db, orderId)).refunds;
const paid = async () => {
  const mine = await paidOrder(runtime);
  const { transaction = "" } = (await readBooks(runtime.db, mine.orderId)).settlements[0] ?? {};
  return { ...mine, transaction };
};
/** A part refund at the provider whose event is late; then the client cancels. */
const cancelledAfter = async (cents: number) => {
  const mine = await paid();
  if (cents > 0) await sandbox.refundElsewhere(mine.transaction, cents);
  must(await doAct(runtime, mine.client, mine.orderId, "cancel"));
  return mine;
};
/** The provider's refunds of a payment: what the payer really has. */
const backAtProvider = async (transaction: string) =>
  (await sandbox.provider.refundsOf({ transaction, reference: null }))
    .filter(({ state }) => state === "succeeded")
    .reduce((sum, { cents }) => sum + cents, 0);
/** Everything went back, once, and the books say so. */
const allIsBack = async ({ orderId, transaction }: { orderId: string; transaction: string }) => {
  expect(await backAtProvider(transaction)).toBe(essayCents);
  expect(await balancesOf(runtime, orderId)).toMatchObject({ held: 0, operator: 0, refunds: essayCents });
  expect(await rowOf(runtime, orderId)).toMatchObject({ paymentStatus: "refunded", refundedCents: essayCents });
};

describe("a part went back at the provider, the message is late, and the client cancels", () => {
  test("the rest is sent, and the late message changes nothing", async () => {
    const mine = await cancelledAfter(elsewhereCents);
    await many(3, () => sendDueRefunds(runtime));
    await allIsBack(mine);
    await tell({ payment: mine.transaction });
    await tell({ payment: mine.transaction });
    await allIsBack(mine);
    expect((await refundsOf(mine.orderId)).map(({ cents }) => cents).toSorted()).toEqual([elsewhereCents, restCents]);
  });

  test("all of it went back: nothing is sent, nobody is asked to do anything, and the client sees one refund", async () => {
    const mine = await cancelledAfter(essayCents);
    await sendDueRefunds(runtime);
    await allIsBack(mine);
    expect(await sendDueRefunds(runtime)).toBe(0);
    expect((await refundsOf(mine.orderId)).map(({ state }) => state).toSorted()).toEqual(["covered", "succeeded"]);
    const shown = must(await moneyForOrder(ctxFor(runtime, mine.client), { orderId: mine.orderId }));
    expect(shown.refunds).toMatchObject([{ cents: essayCents, state: "succeeded" }]);
    const { refunds: toDo } = must(await moneyToReview(admin, {}));
    expect(toDo.filter(({ orderId }) => orderId === mine.orderId)).toEqual([]);
  });

  test("it happens between the question and the refund: refused for its amount, the rest is sent at once", async () => {
    const mine = await cancelledAfter(0);
    const { refund } = sandbox.provider;
    sandbox.provider.refund = async (ask) => {
      sandbox.provider.refund = refund;
      await sandbox.refundElsewhere(mine.transaction, elsewhereCents);
      return refund(ask);
    };
    await sendDueRefunds(runtime);
    await allIsBack(mine);
  });

  test("one that was on its way and that the provider does not know is asked for again", async () => {
    const mine = await cancelledAfter(0);
    sandbox.knobs.refunds = "pending";
    await sendDueRefunds(runtime);
    expect(await refundsOf(mine.orderId)).toMatchObject([{ state: "sent" }]);
    await runtime.db.delete(atProvider).where(eq(atProvider.paymentId, mine.transaction));
    sandbox.knobs.refunds = "succeeded";
    later(runtime, 601);
    await sendDueRefunds(runtime);
    await allIsBack(mine);
  });

  test("of two refunds that wait the older one stays whole, and the newer one is what is left", async () => {
    const mine = await paid();
    const [settlement] = (await readBooks(runtime.db, mine.orderId)).settlements;
    const ask = { kind: "order", cents: 5_000, paidBy: "operator", reason: "Work was late." } as const;
    const both = inTransaction(systemCtx(runtime, "test"), async (work) => {
      for (const one of ["first", "second"])
        if (settlement) await askForRefund(work, { ...ask, settlement, cause: `test:${one}:${mine.orderId}` });
      return done(null);
    });
    must(await both);
    await sandbox.refundElsewhere(mine.transaction, elsewhereCents);
    await followRefunds(runtime, sandbox.provider, mine.transaction);
    const unsent = (await refundsOf(mine.orderId)).filter(({ state }) => state === "waiting");
    expect(unsent.map(({ cents }) => cents).toSorted()).toEqual([restCents - 5_000, 5_000]);
  });

  test("the process dies after it was taken in: what waits is lowered by then", async () => {
    const mine = await cancelledAfter(0);
    await sandbox.refundElsewhere(mine.transaction, elsewhereCents);
    const listed = await sandbox.provider.refundsOf({ transaction: mine.transaction, reference: null });
    const unreadable = {
      id: null,
      reference: "unreadable",
      state: "succeeded",
      cents: Number.NaN,
      currency: "USD",
    } as const;
    const dying = { ...sandbox.provider, refundsOf: async () => [...listed, unreadable] };
    await expect(followRefunds(runtime, dying, mine.transaction)).rejects.toThrow();
    expect((await refundsOf(mine.orderId)).reduce((sum, { cents }) => sum + cents, 0)).toBe(essayCents);
  });

  test.each(["the late message", "an admin who tries again"])("one that was refused is mended by %s", async (by) => {
    const mine = await cancelledAfter(0);
    sandbox.knobs.refunds = "failed";
    await sendDueRefunds(runtime);
    sandbox.knobs.refunds = "succeeded";
    const [refused] = await refundsOf(mine.orderId);
    expect(refused).toMatchObject({ state: "failed", cents: essayCents });
    await sandbox.refundElsewhere(mine.transaction, elsewhereCents);
    if (by === "the late message") await tell({ payment: mine.transaction });
    else must(await retryRefund(admin, { refundId: refused?.id }));
    await sendDueRefunds(runtime);
    await allIsBack(mine);
  });

  test("by hand no more is booked than was paid: the admin sees the new sum first", async () => {
    const mine = await cancelledAfter(0);
    sandbox.knobs.refunds = "failed";
    await sendDueRefunds(runtime);
    const [refused] = await refundsOf(mine.orderId);
    const sent = () => confirmRefundSent(admin, { refundId: refused?.id, reference: "BANK 1" });
    sandbox.knobs.refunds = "succeeded";
    await sandbox.refundElsewhere(mine.transaction, elsewhereCents);
    sandbox.knobs.refunds = "failed";
    expect(await sent()).toMatchObject({ code: "conflict", message: expect.stringContaining("$91.00") });
    await sendDueRefunds(runtime);
    must(await sent());
    expect(await balancesOf(runtime, mine.orderId)).toMatchObject({ held: 0, refunds: essayCents });
    expect(await sent()).toMatchObject({ code: "conflict" });
  });

  test("by hand, while the provider does not answer: not above what our books know to be left", async () => {
    const mine = await cancelledAfter(0);
    sandbox.knobs.refunds = "failed";
    await sendDueRefunds(runtime);
    const [refused] = await refundsOf(mine.orderId);
    if (!refused) throw new Error("No refund was asked for.");
    const other = { ...refused, id: crypto.randomUUID(), cause: "provider:x", cents: elsewhereCents };
    await runtime.db.insert(refunds).values({ ...other, state: "succeeded" });
    sandbox.knobs.down = true;
    const answer = await confirmRefundSent(admin, { refundId: refused.id });
    expect(answer).toMatchObject({ code: "conflict", message: expect.stringContaining("$91.00") });
    expect(await balancesOf(runtime, mine.orderId)).toMatchObject({ refunds: 0 });
  });
});

test("a refund of the provider that its list names twice, or two askers at once, is one refund", async () => {
  const mine = await paid();
  await sandbox.refundElsewhere(mine.transaction, elsewhereCents);
  const { refundsOf: list } = sandbox.provider;
  sandbox.provider.refundsOf = async (payment) => {
    const all = await list(payment);
    return [...all, ...all];
  };
  await many(4, () => tell({ payment: mine.transaction }));
  sandbox.provider.refundsOf = list;
  expect(await refundsOf(mine.orderId)).toMatchObject([{ cents: elsewhereCents, state: "succeeded" }]);
  expect(await balancesOf(runtime, mine.orderId)).toMatchObject({ held: restCents, refunds: elsewhereCents });
});

test("what went back at the provider counts: the cancellation promises the rest and pays it", async () => {
  const mine = await paid();
  await sandbox.refundElsewhere(mine.transaction, elsewhereCents);
  await tell({ payment: mine.transaction });
  expect((await rowOf(runtime, mine.orderId)).refundedCents).toBe(elsewhereCents);
  const cancelled = must(await doAct(runtime, mine.client, mine.orderId, "cancel"));
  expect(cancelled).toMatchObject({ money: { kind: "refund", cents: restCents } });
  await sendDueRefunds(runtime);
  await allIsBack(mine);
});

test("a refund that the provider could not finish is sent anew when an admin tries again", async () => {
  const mine = await cancelledAfter(0);
  sandbox.knobs.refunds = "pending";
  await sendDueRefunds(runtime);
  await sandbox.finishRefunds("failed");
  later(runtime, 700);
  await sendDueRefunds(runtime);
  const [refused] = await refundsOf(mine.orderId);
  expect(refused).toMatchObject({ state: "failed" });
  sandbox.knobs.refunds = "succeeded";
  must(await retryRefund(admin, { refundId: refused?.id }));
  await sendDueRefunds(runtime);
  await allIsBack(mine);
});

test("a refund that the provider sent and later calls failed is held again, somebody's work, and booked once", async () => {
  const mine = await cancelledAfter(0);
  await sendDueRefunds(runtime);
  await allIsBack(mine);
  const reportFailed = async () => {
    await runtime.db.update(atProvider).set({ state: "failed" }).where(eq(atProvider.paymentId, mine.transaction));
    await many(3, () => tell({ payment: mine.transaction }));
  };
  await reportFailed();
  expect(await balancesOf(runtime, mine.orderId)).toMatchObject({ held: essayCents, refunds: 0 });
  expect(await rowOf(runtime, mine.orderId)).toMatchObject({ paymentStatus: "paid", refundedCents: essayCents });
  const [failed] = await refundsOf(mine.orderId);
  expect(failed).toMatchObject({ state: "failed", endedAt: null });
  const { refunds: toDo } = must(await moneyToReview(admin, {}));
  expect(toDo.filter(({ orderId }) => orderId === mine.orderId)).toHaveLength(1);
  const shown = must(await moneyForOrder(ctxFor(runtime, mine.client), { orderId: mine.orderId }));
  expect(shown.refunds).toMatchObject([{ label: "An admin looks at it", sentAt: null }]);
  must(await retryRefund(admin, { refundId: failed?.id }));
  await sendDueRefunds(runtime);
  await tell({ payment: mine.transaction });
  await allIsBack(mine);
  await reportFailed();
  expect(await balancesOf(runtime, mine.orderId)).toMatchObject({ held: essayCents, refunds: 0 });
  must(await confirmRefundSent(admin, { refundId: failed?.id, reference: "OUT 7" }));
  await tell({ payment: mine.transaction });
  expect(await balancesOf(runtime, mine.orderId)).toMatchObject({ held: 0, operator: 0, refunds: essayCents });
  const papers = must(await moneyForOrder(admin, { orderId: mine.orderId })).documents;
  expect(papers.map(({ kind }) => kind)).toEqual(["receipt", "credit-note"]);
});

test("while the bank looks at a payment its refund can neither be tried again nor sent by hand", async () => {
  const mine = await cancelledAfter(0);
  const dispute = await sandbox.question(mine.transaction, essayCents, "open");
  await tell({ dispute });
  const [stopped] = await refundsOf(mine.orderId);
  for (const act of [retryRefund, confirmRefundSent])
    expect(await act(admin, { refundId: stopped?.id })).toMatchObject({
      code: "conflict",
      message: expect.stringContaining("bank"),
    });
  await sandbox.question(mine.transaction, essayCents, "lost");
  await tell({ dispute });
  expect(await refundsOf(mine.orderId)).toMatchObject([{ state: "covered" }]);
});

describe("money that is still held when an order has ended", () => {
  const lost = async () => {
    const mine = await cancelledAfter(0);
    await runtime.db.delete(refunds).where(eq(refunds.orderId, mine.orderId));
    return mine;
  };
  const heldRows = async (orderId: string) =>
    must(await moneyToReview(admin, {})).held.filter((one) => one.orderId === orderId);

  test("is somebody's work and can be returned, once", async () => {
    const mine = await lost();
    expect(await heldRows(mine.orderId)).toMatchObject([{ cents: essayCents }]);
    expect(must(await moneyForOrder(admin, { orderId: mine.orderId })).heldLeftCents).toBe(essayCents);
    expect(await returnHeld(ctxFor(runtime, mine.client), { orderId: mine.orderId })).toMatchObject({
      code: "not-found",
    });
    const both = await many(2, () => returnHeld(admin, { orderId: mine.orderId }));
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await heldRows(mine.orderId)).toEqual([]);
    await sendDueRefunds(runtime);
    await allIsBack(mine);
  });

  test("is none while its refund is under way, and none on an order that runs", async () => {
    const [ended, running] = [await cancelledAfter(0), await paid()];
    for (const { orderId } of [ended, running]) {
      expect(await heldRows(orderId)).toEqual([]);
      expect(await returnHeld(admin, { orderId })).toMatchObject({ code: "conflict" });
    }
  });
});
