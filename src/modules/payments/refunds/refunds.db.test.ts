import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { inTransaction } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import { type Runtime, systemCtx } from "#src/platform/runtime.ts";
import { handledEvents, installation, outbox } from "#src/platform/tables.ts";
import { done } from "#src/shared/outcome.ts";
import type { Person } from "#src/shared/viewer.ts";
import {
  begin,
  doAct,
  essayCents,
  later,
  must,
  newOrder,
  newWriter,
  openPaymentsRuntime,
  type PaymentsRuntime,
  paidOrder,
  person,
  rowOf,
} from "#tests/support/payments.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { syncAttempt } from "../attempts/sync-attempt.ts";
import {
  askForAccountAgain,
  confirmRefundSent,
  confirmTransfer,
  moneyForOrder,
  payDemoOrder,
  removeDemoPayments,
  retryRefund,
  returnHeld,
} from "../index.server.ts";
import { balancesOf, many, paymentsFixture } from "../payments-fixture.testing.ts";
import { type PaymentProvider, providersPort } from "../ports.ts";
import { followDispute } from "../provider-events/follow-dispute.ts";
import { ledgerBalances } from "../queries/ledger-balances.ts";
import { readBooks } from "../settling/books.ts";
import { ledgerEntries, ledgerTransactions } from "../tables.ts";
import { sendDueRefunds } from "./send-refunds.ts";

const runtime = await paymentsFixture();

const balances = (orderId: string) => balancesOf(runtime, orderId);
const cancelled = async (on: PaymentsRuntime = runtime) => {
  const mine = await paidOrder(on);
  must(await doAct(on, mine.client, mine.orderId, "cancel"));
  return mine;
};
const refundsOf = async (orderId: string) => (await readBooks(runtime.db, orderId)).refunds;

describe("money goes back", () => {
  test("a cancelled order: promised at once, in the ledger when the provider has sent it, once", async () => {
    const { orderId, client } = await cancelled();
    expect(await balances(orderId)).toMatchObject({ held: essayCents, refunds: 0 });
    const money = must(await moneyForOrder(ctxFor(runtime, client), { orderId }));
    expect(money.refunds).toMatchObject([
      { label: "On its way", cents: essayCents, arrival: expect.stringContaining("back") },
    ]);
    await many(5, () => sendDueRefunds(runtime));
    expect(await balances(orderId)).toMatchObject({ held: 0, refunds: essayCents });
    expect(await rowOf(runtime, orderId)).toMatchObject({ status: "cancelled", paymentStatus: "refunded" });
    expect(await sendDueRefunds(runtime)).toBe(0);
  });

  test("the same event received again asks for nothing new", async () => {
    const { orderId } = await cancelled();
    const [event] = (await runtime.db.select().from(outbox).where(eq(outbox.subject, orderId))).filter(
      ({ name }) => name === "order.cancelled",
    );
    await runtime.db.delete(handledEvents).where(eq(handledEvents.eventId, event?.id ?? ""));
    await runtime.db
      .update(outbox)
      .set({ nextTryAt: runtime.clock() })
      .where(eq(outbox.id, event?.id ?? ""));
    await runtime.dispatchEvents();
    expect(await refundsOf(orderId)).toHaveLength(1);
  });

  test("a provider that does not answer is asked again under the same key; one that pends is looked after", async () => {
    const { orderId } = await cancelled();
    runtime.sandbox.knobs.down = true;
    await sendDueRefunds(runtime);
    const [first] = await refundsOf(orderId);
    expect(first).toMatchObject({ state: "waiting", attempts: 1, error: expect.stringContaining("does not answer") });
    Object.assign(runtime.sandbox.knobs, { down: false, refunds: "pending" });
    later(runtime, 60);
    await sendDueRefunds(runtime);
    expect(await refundsOf(orderId)).toMatchObject([{ id: first?.id, state: "sent" }]);
    expect(await balances(orderId)).toMatchObject({ held: essayCents, refunds: 0 });
    await runtime.sandbox.finishRefunds("succeeded");
    later(runtime, 700);
    await sendDueRefunds(runtime);
    expect(await refundsOf(orderId)).toMatchObject([{ id: first?.id, state: "succeeded" }]);
    expect(await balances(orderId)).toMatchObject({ held: 0, refunds: essayCents });
  });

  test("what a provider answered is for admins who see the ledger, and not for a client with another right", async () => {
    const { orderId, client } = await cancelled();
    runtime.sandbox.knobs.down = true;
    await sendDueRefunds(runtime);
    runtime.sandbox.knobs.down = false;
    const errorFor = async (who: Partial<Person>) =>
      must(await moneyForOrder(ctxFor(runtime, { ...client, ...who }), { orderId })).refunds[0]?.error;
    expect(await errorFor({})).toBeNull();
    expect(await errorFor({ role: 3, capabilities: [] })).toBeNull();
    expect(await errorFor({ role: 3, capabilities: ["chat"] })).toBeNull();
    for (const capability of ["orders", "money"] as const)
      expect(await errorFor({ role: 3, capabilities: [capability] })).toContain("does not answer");
  });

  test("refused by the provider: visible, still promised, tried again when an admin says so", async () => {
    runtime.sandbox.knobs.refunds = "failed";
    const { orderId, client } = await cancelled();
    await sendDueRefunds(runtime);
    const [refund] = await refundsOf(orderId);
    expect(refund).toMatchObject({ state: "failed", nextTryAt: null });
    expect(await retryRefund(ctxFor(runtime, client), { refundId: refund?.id })).toMatchObject({ code: "not-found" });
    must(await retryRefund(ctxFor(runtime, person(3)), { refundId: refund?.id }));
    expect(await retryRefund(ctxFor(runtime, person(3)), { refundId: refund?.id })).toMatchObject({ code: "conflict" });
    expect(await balances(orderId)).toMatchObject({ held: essayCents });
  });

  test("no admin moves money of the own order by hand", async () => {
    runtime.sandbox.knobs.refunds = "failed";
    const { orderId, client } = await cancelled();
    await sendDueRefunds(runtime);
    const before = await readBooks(runtime.db, orderId);
    const own = ctxFor(runtime, person(3, { id: client.id }));
    const refund = { refundId: before.refunds[0]?.id };
    const transfer = { orderId, cents: essayCents, reference: "OWN 1", receivedOn: "2026-03-10" };
    const steps = [
      () => retryRefund(own, refund),
      () => confirmRefundSent(own, refund),
      () => askForAccountAgain(own, refund),
      () => returnHeld(own, { orderId }),
      () => confirmTransfer(own, transfer),
    ];
    for (const step of steps)
      expect(await step()).toMatchObject({ code: "forbidden", message: expect.stringContaining("own order") });
    expect(await readBooks(runtime.db, orderId)).toEqual(before);
  });

  test("two admins and the client cancel at once: one wins, one refund", async () => {
    const { orderId, client } = await paidOrder(runtime);
    const tries = await Promise.all([
      doAct(runtime, client, orderId, "cancel"),
      doAct(runtime, person(3), orderId, "cancel"),
      doAct(runtime, person(3), orderId, "cancel"),
    ]);
    expect(tries.filter(({ ok }) => ok)).toHaveLength(1);
    expect(tries.filter((one) => !one.ok && one.code === "conflict")).toHaveLength(2);
    await sendDueRefunds(runtime);
    expect(await refundsOf(orderId)).toHaveLength(1);
    expect(await balances(orderId)).toMatchObject({ held: 0, refunds: essayCents });
  });

  test("half of it goes back: the rest is released by share at once, before the provider has answered", async () => {
    const { orderId, client } = await paidOrder(runtime);
    const writer = await newWriter(runtime);
    must(await doAct(runtime, person(3), orderId, "assign", { writerId: writer.id }));
    must(await doAct(runtime, writer, orderId, "accept"));
    later(runtime, 40 * 3_600);
    must(await doAct(runtime, client, orderId, "cancel", { refundSeenCents: essayCents / 2 }));
    expect(await balances(orderId)).toMatchObject({
      held: essayCents / 2,
      writer: essayCents / 4,
      operator: essayCents / 4,
    });
    await sendDueRefunds(runtime);
    expect(await balances(orderId)).toMatchObject({ held: 0, refunds: essayCents / 2, writer: essayCents / 4 });
    expect((await rowOf(runtime, orderId)).paymentStatus).toBe("partially_refunded");
  });

  test("a chargeback stops what has not left yet, and a person decides", async () => {
    const { orderId } = await cancelled();
    const { transaction = "" } = (await readBooks(runtime.db, orderId)).settlements[0] ?? {};
    const dispute = await runtime.sandbox.question(transaction, essayCents, "open");
    await followDispute(runtime, runtime.sandbox.provider, dispute);
    await runtime.dispatchEvents();
    expect(await sendDueRefunds(runtime)).toBe(0);
    expect(await refundsOf(orderId)).toMatchObject([{ state: "failed" }]);
    expect(await rowOf(runtime, orderId)).toMatchObject({ frozen: true, paymentStatus: "chargeback" });
    expect((await ledgerBalances(runtime.db, { orderId })).balances.chargebacks).toBe(essayCents);
  });
});

describe("the ledger", () => {
  test("never changes, loses nothing and refuses what does not sum to zero", async () => {
    await paidOrder(runtime);
    const refused = (step: Promise<unknown>, text: string) =>
      expect(step.catch((error) => Promise.reject(String(error.cause ?? error)))).rejects.toContain(text);
    await refused(runtime.db.execute(sql`update ${ledgerEntries} set cents = 0`), "append-only");
    await refused(runtime.db.execute(sql`delete from ${ledgerEntries}`), "append-only");
    await refused(runtime.db.execute(sql`update ${ledgerTransactions} set kind = 'fee'`), "append-only");
    await refused(runtime.db.execute(sql`delete from ${ledgerTransactions}`), "append-only");
    const id = newId();
    const odd = runtime.db.transaction(async (tx) => {
      const head = {
        id,
        orderId: newId(),
        kind: "settle",
        paidBy: null,
        cause: "odd",
        test: false,
        demo: false,
      } as const;
      await tx.insert(ledgerTransactions).values({ ...head, at: runtime.clock() });
      await tx.insert(ledgerEntries).values({ transactionId: id, account: "held", cents: 5, demo: false });
    });
    await refused(odd, "does not sum to zero");
  });

  test("demo orders are paid through the sandbox provider and can be removed with their rows", async () => {
    const demo = await openPaymentsRuntime();
    const [keep, gone] = [await newOrder(demo), await newOrder(demo)];
    await demo.db.execute(sql`update orders.orders set demo = true where id = ${gone.orderId}`);
    for (const { orderId } of [keep, gone]) await payDemoOrder(demo, orderId);
    expect(await rowOf(demo, gone.orderId)).toMatchObject({ status: "confirmed", paymentStatus: "paid" });
    await expect(payDemoOrder(demo, gone.orderId)).rejects.toThrow();
    const real = inTransaction(systemCtx(demo, "test"), (work) =>
      removeDemoPayments(work, [keep.orderId]).then(() => done(null)),
    );
    await expect(real).rejects.toThrow();
    must(
      await inTransaction(systemCtx(demo, "test"), async (work) => {
        await removeDemoPayments(work, [gone.orderId]);
        return done(null);
      }),
    );
    expect(await readBooks(demo.db, gone.orderId)).toEqual({
      charges: [],
      attempts: [],
      settlements: [],
      refunds: [],
      ledger: [],
    });
    expect((await ledgerBalances(demo.db)).balances.held).toBe(essayCents);
    await demo.drop();
  });
});

describe("rows that came from another place", () => {
  const real = { ...runtime, mode: "real" as const };
  const hold = async (heldSince: Date | null) => {
    const row = { id: 1, mode: "real", installId: "one", createdAt: runtime.clock(), heldSince } as const;
    await runtime.db
      .insert(installation)
      .values(row)
      .onConflictDoUpdate({ target: installation.id, set: { heldSince } });
  };

  test("send no refund before they are released, and then once", async () => {
    const { orderId } = await cancelled();
    await hold(runtime.clock());
    expect(await sendDueRefunds(real)).toBe(0);
    expect(await refundsOf(orderId)).toMatchObject([{ state: "waiting", attempts: 0 }]);
    await hold(null);
    await many(5, () => sendDueRefunds(real));
    expect(await balances(orderId)).toMatchObject({ held: 0, refunds: essayCents });
  });

  test("take no money for an attempt that began there, and take it for one that began here", async () => {
    const [there, here] = [await newOrder(runtime), await newOrder(runtime)];
    const { provider, controls } = runtime.sandbox;
    const asksToCapture: PaymentProvider = {
      ...provider,
      sandbox: false,
      state: async () => ({ state: "approved" }),
      capture: provider.state,
    };
    const port: Runtime["port"] = (key) =>
      key.name === providersPort.name ? ([asksToCapture] as never) : runtime.port(key);
    const asking = { ...real, port };
    const agree = async (order: typeof there) => {
      const attempt = await begin(runtime, order);
      await controls.act(attempt, "pay", { quiet: true });
      return attempt;
    };
    const before = await agree(there);
    later(runtime, 1);
    await hold(runtime.clock());
    const after = await agree(here);
    expect(must(await syncAttempt(asking, before)).state).toBe("approved");
    expect(must(await syncAttempt(asking, after)).state).toBe("paid");
    await hold(null);
    expect(must(await syncAttempt(asking, before)).state).toBe("paid");
  });
});
