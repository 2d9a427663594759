import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { clientDashboard } from "#src/modules/orders/index.server.ts";
import { newId } from "#src/platform/ids.ts";
import { mails, outbox } from "#src/platform/tables.ts";
import { hourMs } from "#src/shared/units.ts";
import { paymentProviderContract } from "#tests/support/payment-provider.contract.ts";
import {
  doAct,
  essayCents,
  later,
  must,
  newOrder,
  openPaymentsRuntime,
  person,
  rowOf,
} from "#tests/support/payments.ts";
import { createPerson } from "#tests/support/people.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { storeSetting } from "#tests/support/settings.ts";
import {
  accountAsked,
  announceTransfer,
  askForAccountAgain,
  bankSetting,
  confirmEntered,
  confirmRefundSent,
  confirmTransfer,
  dropEntered,
  moneyForOrder,
  openCheckout,
  secondAdminSetting,
  setRefundAccount,
  startAttempt,
  transferPage,
} from "../index.server.ts";
import { balancesOf, many } from "../payments-fixture.testing.ts";
import { readBooks } from "../settling/books.ts";
import { transferProvider } from "./provider.ts";
import { refundAccounts, transferReceipts } from "./transfer-tables.ts";

const runtime = await openPaymentsRuntime({ mode: "real" });
afterAll(() => runtime.drop());
const bank = { holder: "Example Learning Ltd", account: "GB33BUKB20201555555555", bic: "BUKBGB22", bank: "" };
await storeSetting(runtime, bankSetting, bank);
const [admin, second] = [await createPerson(runtime, { role: 3 }), await createPerson(runtime, { role: 3 })];
const [asAdmin, asSecond] = [ctxFor(runtime, admin), ctxFor(runtime, second)];

let lines = 0;
const line = (cents: number) => {
  lines += 1;
  return { cents, reference: `STATEMENT ${lines}`, receivedOn: "2026-03-10" };
};

paymentProviderContract("a bank transfer", async () => ({
  provider: transferProvider(runtime),
  now: runtime.clock,
  pay: async ({ id: attemptId, orderId, cents, currency }) => {
    const by = { enteredBy: "admin", enteredAt: runtime.clock(), confirmedBy: "admin", confirmedAt: runtime.clock() };
    const { reference: bankReference, receivedOn } = line(cents);
    const row = { id: newId(), attemptId, orderId, cents, currency, bankReference, receivedOn };
    await runtime.db.insert(transferReceipts).values({ ...row, ...by });
  },
  payTwice: null,
  decline: null,
  approve: null,
  letTimePass: () => later(runtime, 3_700),
  ageEvents: null,
  event: null,
  refundElsewhere: null,
  question: null,
  close: async () => undefined,
}));

/** An order whose client has the details of the transfer. */
const asked = async () => {
  const mine = await newOrder(runtime);
  const ctx = ctxFor(runtime, mine.client);
  const started = must(await startAttempt(ctx, choice(mine.orderId)));
  return { ...mine, ctx, started };
};
const choice = (orderId: string) => ({ orderId, method: "transfer", seenCents: essayCents });
const announced = async () => {
  const mine = await asked();
  must(await announceTransfer(mine.ctx, { orderId: mine.orderId, files: "" }));
  return mine;
};
const eventsOf = async (name: string, orderId: string) =>
  (await runtime.db.select().from(outbox).where(eq(outbox.name, name))).filter(
    ({ payload }) => payload.orderId === orderId,
  );

describe("the client", () => {
  test("chooses it where the operator has an account, and gets a page of its own with a reference", async () => {
    await storeSetting(runtime, bankSetting, { ...bank, account: "" });
    const none = await newOrder(runtime);
    expect(must(await openCheckout(ctxFor(runtime, none.client), { orderId: none.orderId })).methods).toEqual([]);
    await storeSetting(runtime, bankSetting, bank);
    const { ctx, orderId, started } = await asked();
    expect(started.redirect).toBe(`/checkout/${orderId}/transfer`);
    const { number } = await rowOf(runtime, orderId);
    const page = must(await transferPage(ctx, { orderId }));
    expect(page).toMatchObject({ reference: `${number}-1`, cents: essayCents, missingCents: essayCents, bank });
    expect(must(await startAttempt(ctx, choice(orderId))).attemptId).toBe(started.attemptId);
    expect(await transferPage(ctxFor(runtime, person()), { orderId })).toMatchObject({ code: "not-found" });
  });

  test("announces it once: the order waits for it past the end of the price lock, and keeps its price", async () => {
    const { ctx, orderId } = await asked();
    await many(5, () => announceTransfer(ctx, { orderId, files: "" }));
    expect(await eventsOf("payments.transfer-announced", orderId)).toHaveLength(1);
    const row = await rowOf(runtime, orderId);
    expect(row).toMatchObject({ paymentStatus: "awaiting_confirmation", status: "pending" });
    expect(row.transferSince).not.toBeNull();
    expect(await announceTransfer(ctxFor(runtime, person()), { orderId, files: "" })).toMatchObject({
      code: "not-found",
    });
  });
});

describe("the money", () => {
  test("the whole amount pays; the same line of the statement counts once", async () => {
    const { orderId, ctx } = await announced();
    const entered = { orderId, ...line(essayCents) };
    const orders = person(3, { capabilities: ["orders"] });
    for (const other of [ctx, ctxFor(runtime, orders)])
      expect(await confirmTransfer(other, entered)).toMatchObject({ code: "not-found" });
    const tries = await many(5, () => confirmTransfer(asAdmin, entered));
    expect(tries.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await rowOf(runtime, orderId)).toMatchObject({ status: "confirmed", paymentStatus: "paid" });
    expect(await confirmTransfer(asAdmin, { ...entered, cents: 1, receivedOn: "2026-02-30" })).toMatchObject({
      code: "invalid",
    });
  });

  test("parts wait for the rest, and what is over the whole goes back", async () => {
    const { orderId, ctx } = await announced();
    expect(must(await confirmTransfer(asAdmin, { orderId, ...line(5_000) })).result).toBe("part");
    expect(await balancesOf(runtime, orderId)).toMatchObject({ held: 0, surplus: 5_000 });
    expect(must(await transferPage(ctx, { orderId }))).toMatchObject({
      receivedCents: 5_000,
      missingCents: essayCents - 5_000,
    });
    expect(await rowOf(runtime, orderId)).toMatchObject({ status: "pending", paymentStatus: "awaiting_confirmation" });
    expect(must(await confirmTransfer(asAdmin, { orderId, ...line(essayCents) })).result).toBe("paid");
    expect(await balancesOf(runtime, orderId)).toMatchObject({ held: essayCents, surplus: 5_000 });
    const { refunds, settlements } = await readBooks(runtime.db, orderId);
    expect(refunds).toMatchObject([{ kind: "surplus", cents: 5_000, state: "by_hand" }]);
    expect(settlements.map(({ cents, verdict }) => [cents, verdict])).toEqual(
      expect.arrayContaining([
        [5_000, "settle"],
        [essayCents - 5_000, "settle"],
        [5_000, "surplus"],
      ]),
    );
    expect(must(await moneyForOrder(ctx, { orderId })).paidCents).toBe(essayCents);
    must(await confirmRefundSent(asAdmin, { refundId: refunds[0]?.id, reference: "OUT 1" }));
    expect(await balancesOf(runtime, orderId)).toMatchObject({ held: essayCents, surplus: 0, refunds: 5_000 });
    must(await doAct(runtime, person(3), orderId, "cancel", { reason: "Nobody is free.", cause: "operator" }));
    const back = (await readBooks(runtime.db, orderId)).refunds.filter(({ kind }) => kind === "order");
    for (const { id } of back) must(await confirmRefundSent(asAdmin, { refundId: id }));
    expect(await balancesOf(runtime, orderId)).toMatchObject({ held: 0, surplus: 0, refunds: essayCents + 5_000 });
    expect((await rowOf(runtime, orderId)).paymentStatus).toBe("refunded");
  });

  test("a part that nobody announced is waited for like one that was: the page says so, and it is not the client's turn", async () => {
    const { orderId, client, ctx } = await asked();
    const isTurn = async () =>
      must(await clientDashboard(ctxFor(runtime, client), {})).yourTurn.some(({ id }) => id === orderId);
    expect(await isTurn()).toBe(true);
    expect(must(await moneyForOrder(ctx, { orderId })).arrived).toBeNull();
    must(await confirmTransfer(asAdmin, { orderId, ...line(essayCents - 30) }));
    expect(must(await moneyForOrder(ctx, { orderId })).arrived).toEqual({
      cents: essayCents - 30,
      ofCents: essayCents,
    });
    expect(await rowOf(runtime, orderId)).toMatchObject({ status: "pending", paymentStatus: "awaiting_confirmation" });
    expect((await rowOf(runtime, orderId)).transferSince).toEqual(runtime.clock());
    expect(await isTurn()).toBe(false);
    expect(must(await confirmTransfer(asAdmin, { orderId, ...line(30) })).result).toBe("paid");
    expect(must(await moneyForOrder(ctx, { orderId })).arrived).toBeNull();
  });

  test("money that comes after the order was cancelled goes back, a part that came before it, too", async () => {
    const { orderId, client } = await announced();
    must(await confirmTransfer(asAdmin, { orderId, ...line(1_000) }));
    must(await doAct(runtime, client, orderId, "cancel"));
    expect(must(await confirmTransfer(asAdmin, { orderId, ...line(essayCents) })).result).toBe("surplus");
    const { refunds } = await readBooks(runtime.db, orderId);
    expect(refunds.map(({ cents, state }) => [cents, state])).toEqual([
      [1_000, "by_hand"],
      [essayCents, "by_hand"],
    ]);
    expect((await rowOf(runtime, orderId)).status).toBe("cancelled");
  });
});

const receiptOf = async ({ reference }: { reference: string }) => {
  const rows = await runtime.db.select().from(transferReceipts);
  return { receiptId: rows.find(({ bankReference }) => bankReference === reference)?.id ?? "" };
};

describe("over the limit", () => {
  test("a second admin confirms what the first has entered", async () => {
    await storeSetting(runtime, secondAdminSetting, essayCents - 1);
    const { orderId } = await announced();
    const entered = line(essayCents);
    expect(must(await confirmTransfer(asAdmin, { orderId, ...entered })).result).toBe("waiting");
    expect((await rowOf(runtime, orderId)).status).toBe("pending");
    const one = await receiptOf(entered);
    expect(await confirmEntered(asAdmin, one)).toMatchObject({ code: "conflict" });
    const both = await many(3, () => confirmEntered(asSecond, one));
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await rowOf(runtime, orderId)).status).toBe("confirmed");
    expect(await dropEntered(asSecond, one)).toMatchObject({ code: "conflict" });
  });

  test("what was entered by mistake is taken away, and its line can be entered again", async () => {
    const { orderId } = await announced();
    const entered = line(essayCents);
    must(await confirmTransfer(asAdmin, { orderId, ...entered }));
    const one = await receiptOf(entered);
    const own = ctxFor(runtime, person(3, { id: (await rowOf(runtime, orderId)).clientId }));
    for (const step of [dropEntered, confirmEntered]) expect(await step(own, one)).toMatchObject({ code: "forbidden" });
    must(await dropEntered(asAdmin, one));
    expect(must(await confirmTransfer(asAdmin, { orderId, ...entered })).result).toBe("waiting");
  });

  test("an admin who is alone with the money proves to be it", async () => {
    const alone = await openPaymentsRuntime({ mode: "real" });
    await storeSetting(alone, bankSetting, bank);
    await storeSetting(alone, secondAdminSetting, 0);
    const only = await createPerson(alone, { role: 3 });
    const { orderId } = await newOrder(alone);
    const entered = { orderId, ...line(essayCents) };
    const stale = { ...only, freshAt: null };
    expect(await confirmTransfer(ctxFor(alone, stale), entered)).toMatchObject({ code: "step-up" });
    const fresh = { ...only, freshAt: alone.clock() };
    expect(must(await confirmTransfer(ctxFor(alone, fresh), entered)).result).toBe("paid");
    await alone.drop();
  });
});

describe("a refund by transfer", () => {
  test("asks the client for the account, keeps it sealed, and forgets it when the money is sent", async () => {
    await storeSetting(runtime, secondAdminSetting, 1_000_000);
    const { orderId, ctx, client } = await announced();
    must(await confirmTransfer(asAdmin, { orderId, ...line(essayCents) }));
    const account = { holder: "Linh Tran", account: "DE89 3704 0044 0532 0130 00", bank: "COBADEFF" };
    expect(await setRefundAccount(ctx, { orderId, ...account })).toMatchObject({ code: "conflict" });
    must(await doAct(runtime, client, orderId, "cancel"));
    expect(await accountAsked(runtime.db, orderId)).toEqual({ cents: essayCents, given: false });
    expect(await eventsOf("payments.account-asked", orderId)).toHaveLength(1);
    const wrong = { ...account, account: "DE89 3704 0044 0532 0130 01" };
    expect(await setRefundAccount(ctx, { orderId, ...wrong })).toMatchObject({ code: "invalid" });
    expect(await setRefundAccount(ctxFor(runtime, person()), { orderId, ...account })).toMatchObject({
      code: "not-found",
    });
    const stale = ctxFor(runtime, { ...client, freshAt: null });
    expect(await setRefundAccount(stale, { orderId, ...account })).toMatchObject({ code: "step-up" });
    must(await setRefundAccount(ctx, { orderId, ...account }));
    must(await setRefundAccount(ctx, { orderId, ...account }));
    const other = { ...account, account: "GB33 BUKB 2020 1555 5555 55" };
    expect(await setRefundAccount(ctx, { orderId, ...other })).toMatchObject({ code: "conflict" });
    const notified = await runtime.db.select().from(mails).where(eq(mails.kind, "account.refund-account"));
    expect(notified.map(({ to, content }) => [to, JSON.stringify(content).includes("3000")])).toEqual([
      [client.email, true],
    ]);
    const [kept] = await runtime.db.select().from(refundAccounts);
    expect(JSON.stringify(kept)).not.toContain("3704");
    expect(must(await moneyForOrder(ctx, { orderId })).refunds[0]?.account).toBeNull();
    const [refund] = must(await moneyForOrder(asAdmin, { orderId })).refunds;
    expect(refund?.account).toEqual(account);
    const sent = { refundId: refund?.id, reference: "OUT 2" };
    expect(await confirmRefundSent(asAdmin, sent)).toMatchObject({ code: "conflict" });
    must(await askForAccountAgain(asAdmin, { refundId: refund?.id }));
    must(await setRefundAccount(ctx, { orderId, ...other }));
    const then = new Date(runtime.clock().getTime() + 72 * hourMs);
    must(await confirmRefundSent(ctxFor({ ...runtime, clock: () => then }, { ...admin, freshAt: then }), sent));
    expect(await runtime.db.select().from(refundAccounts)).toEqual([]);
    expect(await accountAsked(runtime.db, orderId)).toBeNull();
    expect(await balancesOf(runtime, orderId)).toMatchObject({ held: 0, refunds: essayCents });
  });

  test("is its client's, also when that person became a writer: the account can still be named, and nothing paid", async () => {
    const { orderId, client } = await announced();
    must(await confirmTransfer(asAdmin, { orderId, ...line(essayCents) }));
    must(await doAct(runtime, client, orderId, "cancel"));
    const account = { holder: "Linh Tran", account: "DE89 3704 0044 0532 0130 00", bank: "COBADEFF" };
    const writer = { ...client, role: 2 as const };
    for (const stranger of [person(2), { ...writer, waitingRole: 2 as const }])
      expect(await setRefundAccount(ctxFor(runtime, stranger), { orderId, ...account })).toMatchObject({
        code: "not-found",
      });
    must(await setRefundAccount(ctxFor(runtime, writer), { orderId, ...account }));
    expect(await accountAsked(runtime.db, orderId)).toEqual({ cents: essayCents, given: true });
    expect(must(await moneyForOrder(asAdmin, { orderId })).refunds[0]?.account).toEqual(account);
    expect(await openCheckout(ctxFor(runtime, writer), { orderId })).toMatchObject({ code: "forbidden" });
  });
});
