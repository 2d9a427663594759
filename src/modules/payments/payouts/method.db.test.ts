import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { inTransaction } from "#src/platform/command.ts";
import { systemCtx } from "#src/platform/runtime.ts";
import { audit, mails } from "#src/platform/tables.ts";
import { done } from "#src/shared/outcome.ts";
import { guest } from "#src/shared/viewer.ts";
import { later, must, person } from "#tests/support/payments.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { paymentData } from "../personal-data.ts";
import { myPay } from "../queries/writer-money.ts";
import { bankFile } from "./bank-file.ts";
import { changePayoutMethod } from "./change-method.ts";
import { confirmPayout, confirmRun, failPayout } from "./end-payout.ts";
import { payoutMethods } from "./payout-tables.ts";
import { earn, goodMethod, listOf, newPayee, payoutsFixture, setMethod } from "./payouts.testing.ts";

const { runtime, admin, overview, start, startAll, only, methodOf, obstacleOf, pay } = await payoutsFixture();

describe("where a writer's money goes", () => {
  test("is sealed, shown masked, mailed, and paid to at once the first time", async () => {
    const writer = await newPayee(runtime);
    expect(await methodOf(writer)).toBeNull();
    expect(must(await setMethod(runtime, writer))).toEqual({ changed: true });
    const shown = await methodOf(writer);
    expect(shown).toMatchObject({ masked: "PL•• •••• 2874", legalName: "Daniel Okafor", pausedUntil: null });
    const [row] = await runtime.db.select().from(payoutMethods).where(eq(payoutMethods.writerId, writer.id));
    expect(JSON.stringify(row)).not.toContain("0712");
    expect(JSON.stringify(row)).not.toContain("Okafor");
    const sent = await runtime.db.select().from(mails).where(eq(mails.to, writer.email));
    expect(sent.map(({ kind }) => kind)).toEqual(["account.payout-method"]);
    expect(JSON.stringify(sent)).not.toContain("0712");
  });

  test("of two first answers at once the second is a change and waits; a form sent twice is one answer", async () => {
    const writer = await newPayee(runtime);
    const both = await Promise.all([
      setMethod(runtime, writer),
      setMethod(runtime, writer, { account: "DE89370400440532013000" }),
    ]);
    expect(both.map(must)).toEqual([{ changed: true }, { changed: true }]);
    expect((await methodOf(writer))?.pausedUntil?.getTime()).toBe(runtime.clock().getTime() + 72 * 3_600_000);
    const trail = await runtime.db.select().from(audit).where(eq(audit.subject, writer.id));
    const given = trail.filter(({ action }) => action === "payments.payout-method");
    expect(given.map(({ detail }) => detail?.first).toSorted()).toEqual([false, true]);
    const other = await newPayee(runtime);
    const twice = await Promise.all([setMethod(runtime, other), setMethod(runtime, other)]);
    expect(twice.map((one) => must(one).changed).toSorted()).toEqual([false, true]);
    expect((await methodOf(other))?.pausedUntil).toBeNull();
    expect(await runtime.db.select().from(mails).where(eq(mails.to, other.email))).toHaveLength(1);
  });

  test("changes with a fresh sign-in alone, with a mail each time, and then waits 72 hours", async () => {
    const writer = await newPayee(runtime);
    must(await setMethod(runtime, writer));
    expect(must(await setMethod(runtime, writer))).toEqual({ changed: false });
    const old = { ...writer, freshAt: null };
    expect(await setMethod(runtime, old, { bankName: "Other" })).toMatchObject({ code: "step-up" });
    later(runtime, 1);
    must(await setMethod(runtime, writer, { account: "DE89370400440532013000" }));
    expect(await runtime.db.select().from(mails).where(eq(mails.to, writer.email))).toHaveLength(2);
    const { pausedUntil } = (await methodOf(writer)) ?? {};
    expect(pausedUntil?.getTime()).toBe(runtime.clock().getTime() + 72 * 3_600_000);
    await earn(runtime, writer);
    expect(await obstacleOf(writer)).toBeUndefined();
    must(await setMethod(runtime, writer, goodMethod));
    expect(await obstacleOf(writer)).toBe("method-new");
    later(runtime, 72 * 3_600);
    expect(await obstacleOf(writer)).toBeUndefined();
    await pay(await startAll());
  });

  test.each([
    ["paypal", "Dan@Example.org", "", "PayPal, D•••@Example.org"],
    ["wise", "@danielo", "", "Wise, •••• ielo"],
    ["other", "+48 600 100 200", "Revolut, by phone number", "Another service, •••• 0200"],
  ] as const)(
    "may be %s: masked, paused when changed, and whole in the file alone",
    async (kind, account, note, masked) => {
      const writer = await newPayee(runtime);
      must(await setMethod(runtime, writer));
      later(runtime, 1);
      const other = { kind, account, note, currency: "eur" };
      must(await setMethod(runtime, writer, other));
      expect(must(await setMethod(runtime, writer, other))).toEqual({ changed: false });
      const shown = await methodOf(writer);
      expect(shown).toMatchObject({ kindCode: kind, masked, ending: masked, currency: "EUR", note });
      expect(shown?.pausedUntil?.getTime()).toBe(runtime.clock().getTime() + 72 * 3_600_000);
      const sent = await runtime.db.select().from(mails).where(eq(mails.to, writer.email));
      expect(JSON.stringify(sent)).toContain(masked);
      expect(JSON.stringify(sent)).not.toContain(account);
      await earn(runtime, writer);
      const runId = await startAll();
      const file = (await listOf(bankFile(runtime, runId))).join("");
      expect(file).toContain(account);
      expect(file).toContain(note);
      await pay(runId);
      const all = JSON.stringify(await listOf(paymentData.gather(ctxFor(runtime, writer), writer)));
      expect(all).toContain(masked);
      expect(all).not.toContain(account);
    },
  );

  test("of another way asks for what that way needs", async () => {
    const writer = await newPayee(runtime);
    const wrong = async (more: Record<string, unknown>) => {
      const refused = await setMethod(runtime, writer, more);
      return refused.ok ? [] : refused.fields?.map(({ path }) => path);
    };
    expect(await wrong({ kind: "paypal", account: "dan" })).toEqual(["account"]);
    expect(await wrong({ kind: "wise", account: "@d", currency: "XXQ" })).toEqual(["account", "currency"]);
    expect(await wrong({ kind: "other", account: "12345" })).toEqual(["note"]);
    expect(await wrong({ kind: "gold" })).toEqual(["kind"]);
  });

  test("is a writer's alone, and wrong answers are refused beside their fields", async () => {
    for (const who of [guest, person(1), admin, person(2, { waitingRole: 2 })]) {
      expect(await myPay(ctxFor(runtime, who), {})).toMatchObject({ code: "not-found" });
      expect(await changePayoutMethod(ctxFor(runtime, who), goodMethod)).toMatchObject({ code: "not-found" });
    }
    const writer = await newPayee(runtime);
    const wrong = await setMethod(runtime, writer, {
      legalName: "",
      country: "XX",
      account: "PL61109010140000071219812875",
    });
    expect(wrong.ok ? [] : wrong.fields?.map(({ path }) => path)).toEqual(["legalName", "country", "account"]);
  });

  test("is in the person's download and goes with the account, which waits for money that is owed", async () => {
    const writer = await newPayee(runtime);
    must(await setMethod(runtime, writer));
    const orderId = await earn(runtime, writer);
    expect(await paymentData.keeps?.(runtime.db, writer, writer)).toEqual([
      expect.stringMatching(/^\$63\.00 that you earned/),
    ]);
    const runId = await startAll();
    expect(await paymentData.keeps?.(runtime.db, writer, writer)).toEqual([expect.stringMatching(/on its way/)]);
    await pay(runId);
    expect(await paymentData.keeps?.(runtime.db, writer, writer)).toEqual([]);
    const files = await listOf(paymentData.gather(ctxFor(runtime, writer), writer));
    const all = JSON.stringify(files);
    expect(all).toContain('"masked":"PL•• •••• 2874"');
    expect(all).not.toContain("PL61109010140000071219812874");
    expect(all).toContain('"reference":"B-1"');
    expect(all).not.toContain(orderId);
    must(await inTransaction(systemCtx(runtime, "test"), async (work) => done(await paymentData.forget(work, writer))));
    expect(await listOf(paymentData.gather(ctxFor(runtime, writer), writer))).toMatchObject([
      { path: "earnings.json" },
      { path: "payouts.json" },
    ]);
    expect(await runtime.db.select().from(payoutMethods).where(eq(payoutMethods.writerId, writer.id))).toEqual([]);
  });
});

test("a payout is begun and ended by another admin than its payee", async () => {
  const payee = await newPayee(runtime);
  must(await setMethod(runtime, payee));
  await earn(runtime, payee);
  const own = { ...payee, role: 3 as const, capabilities: admin.capabilities };
  const yours = { code: "forbidden", message: expect.stringContaining("yours") };
  expect(await start((await overview()).totals.cents, own)).toMatchObject(yours);
  const runId = await startAll();
  const [payoutId, reference] = [(await only(runId, payee)).id, "B-3"];
  expect(await confirmPayout(ctxFor(runtime, own), { payoutId, reference })).toMatchObject(yours);
  expect(await confirmRun(ctxFor(runtime, own), { runId, reference })).toMatchObject(yours);
  expect(await failPayout(ctxFor(runtime, own), { payoutId, reason: "No such bank." })).toMatchObject(yours);
  await pay(runId);
});
