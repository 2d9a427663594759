import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { lockOrderForPayment } from "#src/modules/orders/index.server.ts";
import { inTransaction } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import { systemCtx } from "#src/platform/runtime.ts";
import { audit } from "#src/platform/tables.ts";
import { runDueTimers } from "#src/platform/timers.ts";
import { done } from "#src/shared/outcome.ts";
import type { Person } from "#src/shared/viewer.ts";
import { later, must, person } from "#tests/support/payments.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { storeSetting } from "#tests/support/settings.ts";
import { balancesOf } from "../domain/ledger.ts";
import { refund } from "../domain/refund-postings.ts";
import { ledgerBalances } from "../queries/ledger-balances.ts";
import { myPay } from "../queries/writer-money.ts";
import { payoutSetting } from "../settings.ts";
import { post, readBooks } from "../settling/books.ts";
import { payoutRun, payoutsOverview } from "./admin-payouts.ts";
import { bankFile, exportBankFile } from "./bank-file.ts";
import { confirmPayout, confirmRun, failPayout, payoutTimers } from "./end-payout.ts";
import { payoutRuns, payouts } from "./payout-tables.ts";
import { earn, half, listOf, newPayee, payoutsFixture, setMethod } from "./payouts.testing.ts";
import { startPayouts } from "./start-run.ts";

const { runtime, admin, overview, start, startAll, only, myPayouts, sums, obstacleOf, pay } = await payoutsFixture();

/** Money of an order is refunded after its release; the writer pays. */
const refundAfterRelease = (orderId: string, cents: number) =>
  inTransaction(systemCtx(runtime, "test"), async (work) => {
    const order = await lockOrderForPayment(work, orderId);
    if (!order) throw new Error("This order does not exist any more.");
    const { ledger } = await readBooks(work.tx, orderId);
    await post(work, order, refund(cents, balancesOf(ledger), "writer", 50), `test:${newId()}`);
    return done(null);
  });

describe("a payout run", () => {
  test("pays what was released, for each writer once, and the books add up", async () => {
    const [writer, other] = [await newPayee(runtime), await newPayee(runtime, "Ana Popescu")];
    for (const one of [writer, other]) must(await setMethod(runtime, one));
    const orders = [await earn(runtime, writer), await earn(runtime, writer)];
    await earn(runtime, other);
    const seen = await overview();
    expect(seen.payable.map(({ name, cents }) => [name, cents])).toEqual([
      ["Daniel Okafor", 2 * half],
      ["Ana Popescu", half],
    ]);
    const runId = must(await start(3 * half)).runId;
    expect(await sums(writer)).toEqual([0, 2 * half]);
    for (const orderId of orders) {
      const { balances, broken } = await ledgerBalances(runtime.db, { orderId });
      expect(broken).toEqual([]);
      expect(balances).toMatchObject({ writer: 0, payouts: half });
    }
    expect((await overview()).payable).toEqual([]);
    const mine = await myPayouts(writer);
    expect(mine).toMatchObject([{ state: "sending", cents: 2 * half, lines: [{ cents: half }, { cents: half }] }]);
    expect(JSON.stringify(mine)).not.toContain("sealed");
    await pay(runId);
    expect((await ledgerBalances(runtime.db)).broken).toEqual([]);
  });

  test("older ones stand on further pages, each once, also where many began at one instant", async () => {
    const one = { cents: 1, payouts: 0, startedBy: admin.id, createdAt: new Date("2001-01-01"), demo: false };
    await runtime.db.insert(payoutRuns).values(Array.from({ length: 45 }, () => ({ ...one, id: newId() })));
    const ids = new Set<string>();
    let older: string | undefined;
    do {
      const page = must(await payoutsOverview(ctxFor(runtime, admin), { older }));
      for (const { id } of page.runs) ids.add(id);
      expect(page.runs.length).toBe(page.older ? 20 : (await runtime.db.$count(payoutRuns)) % 20);
      older = page.older ?? undefined;
    } while (older);
    expect(ids.size).toBe(await runtime.db.$count(payoutRuns));
    await runtime.db.delete(payoutRuns).where(eq(payoutRuns.cents, 1));
  });

  test("begun by five admins at once is one, and pressed twice it is the same one", async () => {
    const writer = await newPayee(runtime);
    must(await setMethod(runtime, writer));
    await earn(runtime, writer);
    const payableCents = (await overview()).totals.cents;
    const answers = await Promise.all(Array.from({ length: 5 }, () => start(payableCents)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.filter((one) => !one.ok && one.code === "conflict")).toHaveLength(4);
    const runId = answers.flatMap((one) => (one.ok ? [one.value.runId] : []))[0] ?? "";
    const again = await Promise.all([start(payableCents, admin, runId), start(payableCents, admin, runId)]);
    expect(again.map((one) => one.ok && one.value.runId)).toEqual([runId, runId]);
    expect(await runtime.db.select().from(payouts).where(eq(payouts.writerId, writer.id))).toHaveLength(1);
    expect(await sums(writer)).toEqual([0, half]);
    await pay(runId);
  });

  test("is refused when it is not what the admin saw, without a fresh sign-in, and to everybody else", async () => {
    const writer = await newPayee(runtime);
    must(await setMethod(runtime, writer));
    await earn(runtime, writer);
    expect(await start(half + 1)).toMatchObject({
      code: "conflict",
      message: expect.stringMatching(/list has changed/),
    });
    expect(await start(half, { ...admin, freshAt: null })).toMatchObject({ code: "step-up" });
    for (const who of [writer, person(1), { ...admin, capabilities: ["people", "orders"] as const }])
      expect(await start(half, who)).toMatchObject({ code: "not-found" });
    for (const ask of [
      payoutsOverview(ctxFor(runtime, writer), {}),
      payoutRun(ctxFor(runtime, writer), { runId: newId() }),
    ])
      expect(await ask).toMatchObject({ code: "not-found" });
    await pay(await startAll());
    expect(await start(half)).toMatchObject({ code: "conflict", message: expect.stringMatching(/nothing to pay/) });
  });

  test("pays nobody for test orders", async () => {
    const writer = await newPayee(runtime);
    must(await setMethod(runtime, writer));
    await earn(runtime, writer, { test: true });
    expect((await overview()).payable).toEqual([]);
    await earn(runtime, writer);
    expect((await overview()).payable).toMatchObject([{ writerId: writer.id, cents: half }]);
    await pay(await startAll());
  });

  test("leaves out who has no method, is blocked, or whose order is in dispute, and says why", async () => {
    const [bare, blocked, frozen] = [await newPayee(runtime), await newPayee(runtime), await newPayee(runtime)];
    await earn(runtime, bare);
    for (const one of [blocked, frozen]) must(await setMethod(runtime, one));
    await earn(runtime, blocked);
    const contested = await earn(runtime, frozen);
    await runtime.database.pool.query("update accounts.people set blocked_at = now() where id = $1", [blocked.id]);
    await runtime.database.pool.query("update orders.orders set frozen = true where id = $1", [contested]);
    expect(await obstacleOf(bare)).toBe("no-method");
    expect(await obstacleOf(blocked)).toBe("blocked");
    expect(await obstacleOf(frozen)).toBe("frozen");
    await earn(runtime, frozen);
    const { payable } = await overview();
    expect(payable).toMatchObject([{ writerId: frozen.id, cents: half, frozenCents: half }]);
    await pay(await startAll());
    await runtime.database.pool.query("update orders.orders set frozen = false where id = $1", [contested]);
    await pay(await startAll());
    expect(await sums(frozen)).toEqual([0, 2 * half]);
  });
});

describe("a run that is reviewed", () => {
  test("leaves single writers out with a reason, which stands on the run and in the trail", async () => {
    const [one, other] = [await newPayee(runtime), await newPayee(runtime)];
    for (const who of [one, other]) must(await setMethod(runtime, who));
    for (const who of [one, other]) await earn(runtime, who);
    const out = { writerId: other.id, reason: "Asked to wait for the new year." };
    expect(await start(half, admin, newId(), [{ ...out, reason: " " }])).toMatchObject({ code: "invalid" });
    expect(await start(2 * half, admin, newId(), [out])).toMatchObject({ code: "conflict" });
    const { runId } = must(await start(half, admin, newId(), [out]));
    const run = must(await payoutRun(ctxFor(runtime, admin), { runId }));
    expect(run.payouts.map(({ writerId }) => writerId)).toEqual([one.id]);
    expect(run.leftOut).toMatchObject([{ ...out, cents: half, name: "Daniel Okafor" }]);
    expect(await sums(other)).toEqual([half, 0]);
    const trail = await runtime.db.select().from(audit).where(eq(audit.subject, other.id));
    expect(trail.find(({ action }) => action === "payments.payout-left-out")?.detail).toMatchObject({
      run: runId,
      reason: out.reason,
    });
    const read = async () => must(await myPay(ctxFor(runtime, other), {})).leftOut;
    expect(await read(), "the writer reads it").toMatchObject({ cents: half, reason: out.reason });
    expect(must(await myPay(ctxFor(runtime, one), {})).leftOut).toBeNull();
    await pay(runId);
    await pay(await startAll());
    expect(await sums(other)).toEqual([0, half]);
    expect(await read(), "until a payout has paid it").toBeNull();
  });

  test("is asked for twice before the announced day, and once on it", async () => {
    const [one, other] = [await newPayee(runtime), await newPayee(runtime)];
    for (const who of [one, other]) must(await setMethod(runtime, who));
    for (const who of [one, other]) await earn(runtime, who);
    const first = await start(half, admin, newId(), [{ writerId: other.id, reason: "Later today." }]);
    await pay(must(first).runId);
    const ask = { runId: newId(), seenCents: half };
    const asked = await startPayouts(ctxFor(runtime, admin), ask);
    const repeat = asked.ok ? "" : String(asked.data?.repeat);
    expect(repeat).toMatch(/^Pay out \$63\.00 before Mon \d+ .+, the next day of payouts$/);
    const wrong = await startPayouts(ctxFor(runtime, admin), { ...ask, repeat: "Pay out $1.00" });
    expect(wrong).toMatchObject({ code: "conflict", data: { repeat } });
    const today = runtime.clock().toISOString().slice(0, 10);
    await storeSetting(runtime, payoutSetting, { ...payoutSetting.default, firstDay: today });
    must(await startPayouts(ctxFor(runtime, admin), ask));
    await storeSetting(runtime, payoutSetting, payoutSetting.default);
    await pay(ask.runId);
  });
});

describe("the end of a payout", () => {
  test("of a whole run is marked with one reference, for what is still on its way", async () => {
    const [one, other] = [await newPayee(runtime), await newPayee(runtime)];
    for (const who of [one, other]) must(await setMethod(runtime, who));
    for (const who of [one, other]) await earn(runtime, who);
    const runId = await startAll();
    must(await failPayout(ctxFor(runtime, admin), { payoutId: (await only(runId, other)).id, reason: "Closed." }));
    const all = { runId, reference: "BATCH-9" };
    expect(await confirmRun(ctxFor(runtime, admin), { ...all, reference: "" })).toMatchObject({ code: "invalid" });
    expect(await confirmRun(ctxFor(runtime, { ...admin, freshAt: null }), all)).toMatchObject({ code: "step-up" });
    expect(await confirmRun(ctxFor(runtime, one), all)).toMatchObject({ code: "not-found" });
    expect(must(await confirmRun(ctxFor(runtime, admin), all))).toEqual({ paid: 1 });
    expect(await only(runId, one)).toMatchObject({ state: "paid", reference: "BATCH-9" });
    expect(await only(runId, other)).toMatchObject({ state: "failed", reference: null });
    expect(await confirmRun(ctxFor(runtime, admin), all)).toMatchObject({ code: "conflict" });
    await pay(await startAll());
  });

  test("of two admins one marks it, the account is removed, and the writer is notified", async () => {
    const writer = await newPayee(runtime);
    must(await setMethod(runtime, writer));
    await earn(runtime, writer);
    const { id } = await only(await startAll(), writer);
    const how = { payoutId: id, reference: "BANK-77" };
    expect(await confirmPayout(ctxFor(runtime, admin), { payoutId: id, reference: "" })).toMatchObject({
      code: "invalid",
    });
    expect(await confirmPayout(ctxFor(runtime, writer), how)).toMatchObject({ code: "not-found" });
    const answers = await Promise.all([
      confirmPayout(ctxFor(runtime, admin), how),
      confirmPayout(ctxFor(runtime, admin), how),
      failPayout(ctxFor(runtime, admin), { payoutId: id, reason: "Came back." }),
    ]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.filter((one) => !one.ok && one.code === "conflict")).toHaveLength(2);
    later(runtime, 61);
    await runDueTimers(runtime, payoutTimers);
    const [row] = await runtime.db.select().from(payouts).where(eq(payouts.id, id));
    expect(row?.sealed).toBeNull();
  });

  test("that the bank did not take comes with the next run", async () => {
    const writer = await newPayee(runtime);
    must(await setMethod(runtime, writer));
    const orderId = await earn(runtime, writer);
    const { id } = await only(await startAll(), writer);
    must(await failPayout(ctxFor(runtime, admin), { payoutId: id, reason: "The account is closed." }));
    expect(await sums(writer)).toEqual([half, 0]);
    expect((await ledgerBalances(runtime.db, { orderId })).broken).toEqual([]);
    await pay(await startAll());
    expect(await sums(writer)).toEqual([0, half]);
    expect(
      (await myPayouts(writer)).map(({ state }) => state),
      "it can be taken back",
    ).toEqual(["sending", "failed"]);
  });

  test("after it, money that goes back is carried to the next run and set off there", async () => {
    const writer = await newPayee(runtime);
    must(await setMethod(runtime, writer));
    const first = await earn(runtime, writer);
    await pay(await startAll());
    must(await refundAfterRelease(first, 2_000));
    expect(await sums(writer)).toEqual([-2_000, half]);
    expect(await obstacleOf(writer)).toBe("owes");
    expect((await ledgerBalances(runtime.db, { orderId: first })).broken).toEqual([]);
    const second = await earn(runtime, writer);
    const payout = await only(await startAll(), writer);
    expect(payout.cents).toBe(half - 2_000);
    expect(payout.lines.map(({ orderId, cents }) => [orderId, cents]).toSorted()).toEqual(
      [
        [first, -2_000],
        [second, half],
      ].toSorted(),
    );
    must(await confirmPayout(ctxFor(runtime, admin), { payoutId: payout.id, reference: "B-2" }));
    expect(await sums(writer)).toEqual([0, 2 * half - 2_000]);
    expect((await ledgerBalances(runtime.db)).broken).toEqual([]);
  });
});

test("the file for the bank has whole accounts, runs in no spreadsheet, and each taking is on record", async () => {
  const writer = await newPayee(runtime);
  must(await setMethod(runtime, writer, { legalName: '=cmd|"calc"', account: "0012345678", bankCode: "021000021" }));
  await earn(runtime, writer);
  const runId = await startAll();
  const take = (who: Person) => exportBankFile(ctxFor(runtime, who), { runId });
  expect(await take({ ...admin, freshAt: null })).toMatchObject({ code: "step-up" });
  expect(await take(writer)).toMatchObject({ code: "not-found" });
  must(await take(admin));
  must(await take(admin));
  const taken = await runtime.db.select().from(audit).where(eq(audit.subject, runId));
  expect(taken.filter(({ action }) => action === "payments.bank-file")).toHaveLength(2);
  const lines = (await listOf(bankFile(runtime, runId))).join("").split("\r\n");
  const { number } = await only(runId, writer);
  const po = `PO-${String(number).padStart(4, "0")}`;
  expect(lines).toEqual([
    '"payout","name","country","account","bank code","bank","amount","currency","reference","service","account currency","note"',
    `"${po}","'=cmd|""calc""","PL","0012345678","021000021","","63.00","USD","${po}","Bank account","USD",""`,
    "",
  ]);
  await pay(runId);
  expect(await take(admin)).toMatchObject({ code: "conflict" });
});
