import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { forThisFile } from "#tests/support/runtime.ts";
import {
  doAct,
  essay,
  eventsOf,
  must,
  newWriter,
  openOrderRuntime,
  orderIn,
  pay,
  person,
  place,
  placing,
  rowOf,
  tick,
} from "../orders.testing.ts";
import { orderHistory } from "../tables.ts";

const runtime = await forThisFile(openOrderRuntime());

const day = 86_400_000;
const after = (ms: number) => runtime.setNow(new Date(runtime.clock().getTime() + ms));

/** As on two processes after they were away: both look at what is due at the same moment, until nothing is. */
const twoProcesses = async (): Promise<void> => {
  for (let round = 0; round < 4; round += 1) await Promise.all([tick(runtime), tick(runtime)]);
};

const stepsOf = async (orderId: string): Promise<string[]> =>
  (await runtime.db.select().from(orderHistory).where(eq(orderHistory.orderId, orderId))).map(({ action }) => action);

/** An order of sixty hours from now that its writer has begun. */
async function inWork() {
  const [client, writer] = [person(), await newWriter(runtime)];
  const deadline = new Date(runtime.clock().getTime() + 60 * 3_600_000).toISOString();
  const { orderId } = await place(runtime, client, placing({ ...essay, deadline }));
  await pay(runtime, orderId);
  must(await doAct(runtime, person(3), orderId, "assign", { writerId: writer.id }));
  must(await doAct(runtime, writer, orderId, "accept"));
  return { orderId, writer };
}

test("after an outage of ten days everything that was due happened once, on two processes at once", async () => {
  const unpaid = await orderIn(runtime, "pending");
  const asked = await orderIn(runtime, "assigned");
  const held = await orderIn(runtime, "in_progress");
  must(await doAct(runtime, held.writer, held.orderId, "hold", { question: "Which edition?" }));
  after(10 * day);
  await twoProcesses();

  expect((await rowOf(runtime, unpaid.orderId)).status).toBe("cancelled");
  expect((await stepsOf(unpaid.orderId)).filter((one) => one === "expire")).toHaveLength(1);
  // The offer lapsed first, and then the deadline passed without a writer.
  expect((await stepsOf(asked.orderId)).slice(-2)).toEqual(["lapse-offer", "cancel-unassigned"]);
  const resumed = await rowOf(runtime, held.orderId);
  expect(resumed.status).toBe("in_progress");
  expect((await stepsOf(held.orderId)).filter((one) => one === "resume")).toHaveLength(1);
  const events = await eventsOf(runtime, held.orderId);
  expect(new Set(events.filter((name) => events.indexOf(name) !== events.lastIndexOf(name)))).toEqual(
    new Set(["order.hold-reminder"].filter((name) => events.filter((one) => one === name).length === 2)),
  );
  // The clock stood while it was on hold: the whole outage is on the deadline.
  expect(resumed.pausedMs).toBe(10 * day);
});

test("a pause over the night in which clocks change is reminded after 24 and 72 hours, not after days", async () => {
  for (const begin of ["2026-03-28T12:00:00Z", "2026-10-24T12:00:00Z"]) {
    runtime.setNow(new Date(begin));
    const cast = await inWork();
    must(await doAct(runtime, cast.writer, cast.orderId, "hold", { question: "q" }));
    const reminders = async () =>
      (await eventsOf(runtime, cast.orderId)).filter((one) => one === "order.hold-reminder");
    after(day - 60_000);
    await twoProcesses();
    expect(await reminders()).toHaveLength(0);
    after(60_000);
    await twoProcesses();
    expect(await reminders()).toHaveLength(1);
    after(2 * day - 60_000);
    await twoProcesses();
    expect(await reminders()).toHaveLength(1);
    after(60_000);
    await twoProcesses();
    expect(await reminders()).toHaveLength(2);
  }
});
