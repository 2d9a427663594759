import { eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { audit, outbox } from "#src/platform/tables.ts";
import { runDueTimers } from "#src/platform/timers.ts";
import { later, must, person } from "#tests/support/payments.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { payoutsOf } from "../queries/writer-money.ts";
import { confirmPayout, confirmRun, failPayout, payoutTimers, takeBackSent } from "./end-payout.ts";
import { payouts } from "./payout-tables.ts";
import { earn, newPayee, payoutsFixture, setMethod } from "./payouts.testing.ts";

const { runtime, admin, startAll, only, pay } = await payoutsFixture();
const as = (who = admin) => ctxFor(runtime, who);

/** A run with these many payouts on their way. */
async function running(many: number) {
  const writers = await Promise.all(Array.from({ length: many }, () => newPayee(runtime)));
  for (const writer of writers) {
    must(await setMethod(runtime, writer));
    await earn(runtime, writer);
  }
  const runId = await startAll();
  const ids: string[] = [];
  for (const writer of writers) ids.push((await only(runId, writer)).id);
  return { runId, ids, writers };
}
const minuteOver = async () => {
  later(runtime, 61);
  await runDueTimers(runtime, payoutTimers);
};
const rowsOf = (ids: readonly string[]) =>
  runtime.db
    .select()
    .from(payouts)
    .where(inArray(payouts.id, [...ids]));
const newsOf = async (id: string) =>
  (await runtime.db.select().from(outbox).where(eq(outbox.subject, id))).map(({ name }) => name);

test("what was marked as sent can be taken back for a minute, and its writer is notified only afterwards", async () => {
  const { runId, ids, writers } = await running(2);
  must(await confirmRun(as(), { runId, reference: "BATCH-1" }));
  const [shown] = writers;
  if (!shown) throw new Error("No writer.");
  expect((await only(runId, shown)).undoUntil?.getTime()).toBe(runtime.clock().getTime() + 60_000);
  expect(await Promise.all(ids.map(newsOf))).toEqual([[], []]);
  const itsWriters = async () =>
    (await payoutsOf({ db: runtime.db, viewer: shown }, shown.id, { from: null, before: null })).map(
      ({ state, endedAt }) => [state, endedAt],
    );
  expect(await itsWriters(), "to its writer it is still on its way").toEqual([["sending", null]]);
  later(runtime, 30);
  expect(must(await takeBackSent(as(), { payoutIds: ids })).back).toBe(2);
  for (const row of await rowsOf(ids))
    expect(row).toMatchObject({ state: "sending", reference: null, endedAt: null, endedBy: null });
  await minuteOver();
  expect(await Promise.all(ids.map(newsOf)), "nobody was notified").toEqual([[], []]);
  for (const { sealed } of await rowsOf(ids)) expect(sealed, "it can still be sent").not.toBeNull();
  const trail = await runtime.db.select().from(audit).where(eq(audit.subject, shown.id));
  expect(trail.map(({ action }) => action)).toContain("payments.payout-taken-back");

  must(await confirmRun(as(), { runId, reference: "BATCH-2" }));
  await minuteOver();
  for (const row of await rowsOf(ids)) expect(row).toMatchObject({ state: "paid", reference: "BATCH-2", sealed: null });
  expect(await Promise.all(ids.map(newsOf))).toEqual([["payments.payout-paid"], ["payments.payout-paid"]]);
  expect(await itsWriters()).toEqual([["paid", expect.any(Date)]]);
});

test("it is refused after the minute, where it came back, and to everybody else", async () => {
  const { runId, ids, writers } = await running(2);
  const [id = "", other = ""] = ids;
  must(await confirmPayout(as(), { payoutId: id, reference: "B-7" }));
  must(await failPayout(as(), { payoutId: other, reason: "The account is closed." }));
  for (const who of [writers[0] ?? admin, person(1), { ...admin, capabilities: ["orders"] as const }])
    expect(await takeBackSent(as(who), { payoutIds: ids })).toMatchObject({ code: "not-found" });
  expect(await takeBackSent(as(), { payoutIds: [other] })).toMatchObject({ code: "conflict" });
  later(runtime, 60);
  expect(await takeBackSent(as(), { payoutIds: ids }), "also before its timer has run").toMatchObject({
    code: "conflict",
  });
  await minuteOver();
  expect(await newsOf(id)).toEqual(["payments.payout-paid"]);
  await pay(runId);
});
