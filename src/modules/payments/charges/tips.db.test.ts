import { describe, expect, test } from "vitest";
import { deliverWork, lockOrderForPayment } from "#src/modules/orders/index.server.ts";
import { approve, finished as theWork } from "#src/modules/orders/orders.testing.ts";
import { inTransaction } from "#src/platform/command.ts";
import { systemCtx } from "#src/platform/runtime.ts";
import { done } from "#src/shared/outcome.ts";
import { doAct, essayCents, must, newWriter, paidOrder, person, rowOf } from "#tests/support/payments.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { payOut } from "../domain/ledger.ts";
import { giveTip, moneyForOrder, openCheckout, startAttempt } from "../index.server.ts";
import { balancesOf, paymentsFixture } from "../payments-fixture.testing.ts";
import { earningsOfWriter } from "../queries/writer-earnings.ts";
import { followRefunds } from "../refunds/follow-refunds.ts";
import { post, readBooks } from "../settling/books.ts";

const runtime = await paymentsFixture();

const atWork = async () => {
  const mine = await paidOrder(runtime);
  const [writer, admin] = [await newWriter(runtime), person(3)];
  must(await doAct(runtime, admin, mine.orderId, "assign", { writerId: writer.id }));
  must(await doAct(runtime, writer, mine.orderId, "accept"));
  return { ...mine, writer };
};
const finished = async () => {
  const mine = await atWork();
  must(await deliverWork(ctxFor(runtime, mine.writer), { orderId: mine.orderId, ...theWork }));
  await approve(runtime, mine.client, mine.orderId);
  return mine;
};

describe("tips", () => {
  test("are the writer's at once and whole; the provider's fee is the operator's", async () => {
    runtime.sandbox.knobs.fee = () => 59;
    const { orderId, client, writer } = await finished();
    const asClient = ctxFor(runtime, client);
    must(await giveTip(asClient, { orderId, cents: 500 }));
    must(await giveTip(asClient, { orderId, cents: 1_000 }));
    const shown = must(await openCheckout(asClient, { orderId }));
    expect(shown.stage).toMatchObject({ kind: "pay", cents: 1_000, purpose: "tip" });
    const { attemptId } = must(await startAttempt(asClient, { orderId, method: "sandbox", seenCents: 1_000 }));
    await runtime.sandbox.controls.act(attemptId, "pay");
    expect(await balancesOf(runtime, orderId)).toMatchObject({
      held: essayCents,
      writer: 1_000,
      operator: -118,
      fees: 118,
    });
    const earned = await earningsOfWriter(runtime.db, writer.id);
    expect(earned).toMatchObject({ heldCents: essayCents / 2, earnedCents: 1_000, tipCents: 1_000 });
    expect(await rowOf(runtime, orderId)).toMatchObject({ status: "completed", paymentStatus: "paid" });
    const money = must(await moneyForOrder(asClient, { orderId }));
    expect(money).toMatchObject({ paidCents: essayCents, tipCents: 1_000 });
    expect(money.documents).toHaveLength(2);
  });

  test("a tip that nobody pays is not owed; before the end and by strangers none can be given", async () => {
    const { orderId, client } = await finished();
    must(await giveTip(ctxFor(runtime, client), { orderId, cents: 500 }));
    expect(await rowOf(runtime, orderId)).toMatchObject({ paymentStatus: "paid" });
    expect((await readBooks(runtime.db, orderId)).charges.at(-1)).toMatchObject({ purpose: "tip", state: "open" });
    expect(await giveTip(ctxFor(runtime, person()), { orderId, cents: 500 })).toMatchObject({ code: "not-found" });
    expect(await giveTip(ctxFor(runtime, client), { orderId, cents: 99 })).toMatchObject({ code: "invalid" });
    const early = await atWork();
    expect(await giveTip(ctxFor(runtime, early.client), { orderId: early.orderId, cents: 500 })).toMatchObject({
      code: "conflict",
    });
  });

  test("one that goes back takes from the writer what was not paid out, and the rest is the operator's loss", async () => {
    const { orderId, client } = await finished();
    const asClient = ctxFor(runtime, client);
    must(await giveTip(asClient, { orderId, cents: 1_000 }));
    const { attemptId } = must(await startAttempt(asClient, { orderId, method: "sandbox", seenCents: 1_000 }));
    await runtime.sandbox.controls.act(attemptId, "pay");
    const payOutSome = inTransaction(systemCtx(runtime, "test"), async (work) => {
      const order = await lockOrderForPayment(work, orderId);
      if (order) await post(work, order, payOut(700), "test:payout");
      return done(null);
    });
    must(await payOutSome);
    const { settlements } = await readBooks(runtime.db, orderId);
    const { transaction = "" } = settlements.find(({ verdict }) => verdict === "tip") ?? {};
    await runtime.sandbox.refundElsewhere(transaction, 1_000);
    await followRefunds(runtime, runtime.sandbox.provider, transaction);
    const after = { writer: 0, payouts: 700, operator: -700, refunds: 1_000, held: essayCents };
    expect(await balancesOf(runtime, orderId)).toMatchObject(after);
    expect(await rowOf(runtime, orderId)).toMatchObject({ status: "completed", paymentStatus: "paid" });
  });
});
