import { afterAll, expect } from "vitest";
import { deliverWork, orderTimers } from "#src/modules/orders/index.server.ts";
import { makeWriter } from "#src/modules/writing/index.server.ts";
import { inTransaction } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import { systemCtx } from "#src/platform/runtime.ts";
import { runDueTimers } from "#src/platform/timers.ts";
import { done } from "#src/shared/outcome.ts";
import { daySeconds } from "#src/shared/units.ts";
import type { Person } from "#src/shared/viewer.ts";
import {
  doAct,
  finished,
  later,
  must,
  openPaymentsRuntime,
  type PaymentsRuntime,
  paidOrder,
  person,
} from "#tests/support/payments.ts";
import { createPerson } from "#tests/support/people.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { writerBalancesKept } from "../payments-fixture.testing.ts";
import { earningsOfWriter, openEarningsOf, writerSumsOf } from "../queries/writer-earnings.ts";
import { myPay } from "../queries/writer-money.ts";
import { payoutRun, payoutsOverview } from "./admin-payouts.ts";
import { changePayoutMethod } from "./change-method.ts";
import { confirmPayout } from "./end-payout.ts";
import { type LeftOut, startPayouts } from "./start-run.ts";

export const goodMethod = {
  kind: "bank",
  legalName: "Daniel Okafor",
  country: "PL",
  account: "PL61 1090 1014 0000 0712 1981 2874",
  bankCode: "",
  bankName: "",
  currency: "USD",
  note: "",
} as const;

export const newPayee = async (runtime: PaymentsRuntime, name = "Daniel Okafor"): Promise<Person> => {
  const account = { ...(await createPerson(runtime, { role: 2, name })), freshAt: new Date("2100-01-01") };
  must(await inTransaction(systemCtx(runtime, "test"), async (work) => done(await makeWriter(work, account.id))));
  return account;
};

export const setMethod = (runtime: PaymentsRuntime, who: Person, more: Record<string, unknown> = {}) =>
  changePayoutMethod(ctxFor(runtime, who), { ...goodMethod, ...more });

/** An order of 126.00 from payment to the release of its money: half of it is the writer's. */
export async function earn(runtime: PaymentsRuntime, writer: Person, { test = false } = {}): Promise<string> {
  const { orderId, client } = await paidOrder(runtime);
  await runtime.database.pool.query("update orders.orders set test = $2 where id = $1", [orderId, test]);
  must(await doAct(runtime, person(3), orderId, "assign", { writerId: writer.id }));
  must(await doAct(runtime, writer, orderId, "accept"));
  must(await deliverWork(ctxFor(runtime, writer), { orderId, ...finished }));
  must(await doAct(runtime, client, orderId, "approve"));
  later(runtime, 61);
  await runDueTimers(runtime, orderTimers);
  later(runtime, 15 * daySeconds);
  await runDueTimers(runtime, orderTimers);
  await runtime.dispatchEvents();
  return orderId;
}

/** The writer's half of an order. */
export const half = 6_300;

export const listOf = async <T>(all: AsyncIterable<T>): Promise<T[]> => {
  const list: T[] = [];
  for await (const one of all) list.push(one);
  return list;
};

/** A runtime for one test file, with an admin who pays out. */
export async function payoutsFixture() {
  const runtime = await openPaymentsRuntime();
  afterAll(() => runtime.drop());
  const admin: Person = { ...(await createPerson(runtime, { role: 3 })), freshAt: new Date("2100-01-01") };
  const overview = async () => must(await payoutsOverview(ctxFor(runtime, admin), {}));
  /** Repeats what a run before the announced day is asked for. */
  const start = async (seenCents: number, who = admin, runId = newId(), leftOut: LeftOut = []) => {
    const ask = { runId, seenCents, leftOut };
    const first = await startPayouts(ctxFor(runtime, who), ask);
    const repeat = first.ok ? undefined : first.data?.repeat;
    return typeof repeat === "string" ? startPayouts(ctxFor(runtime, who), { ...ask, repeat }) : first;
  };
  const startAll = async () => must(await start((await overview()).totals.cents)).runId;
  const payoutsIn = async (runId: string) => must(await payoutRun(ctxFor(runtime, admin), { runId })).payouts;
  const only = async (runId: string, writer: Person) => {
    const found = (await payoutsIn(runId)).find(({ writerId }) => writerId === writer.id);
    if (!found) throw new Error("No payout of this writer is in the run.");
    return found;
  };
  const methodOf = async (who: Person) => must(await myPay(ctxFor(runtime, who), {})).method;
  const myPayouts = async (who: Person) => must(await myPay(ctxFor(runtime, who), {})).payouts;
  const sums = async (writer: Person) => {
    const { kept, due } = await writerBalancesKept(runtime);
    expect(kept).toEqual(due);
    const found = await earningsOfWriter(runtime.db, writer.id);
    const { heldCents, earnedCents, paidOutCents } = found;
    expect(await openEarningsOf(runtime.db, writer.id)).toMatchObject({ heldCents, earnedCents, paidOutCents });
    expect((await writerSumsOf(runtime.db, [writer.id])).get(writer.id)).toEqual({ heldCents, earnedCents });
    return [found.earnedCents, found.paidOutCents];
  };
  const obstacleOf = async ({ id }: Person) => (await overview()).waiting.find((one) => one.writerId === id)?.obstacle;
  const pay = async (runId: string) => {
    for (const { id, state } of await payoutsIn(runId))
      if (state === "sending") must(await confirmPayout(ctxFor(runtime, admin), { payoutId: id, reference: "B-1" }));
  };
  return { runtime, admin, overview, start, startAll, payoutsIn, only, methodOf, myPayouts, sums, obstacleOf, pay };
}
