import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { begin, doAct, later, must, newOrder, paidOrder } from "#tests/support/payments.ts";
import { closeDuePages } from "./attempts/sync-attempt.ts";
import { receiveEvent } from "./index.server.ts";
import { paymentsFixture } from "./payments-fixture.testing.ts";
import { claimEvents } from "./provider-events/event-rows.ts";
import { processDueEvents } from "./provider-events/inbox.ts";
import { sendDueRefunds } from "./refunds/send-refunds.ts";
import { attempts, providerEvents, refunds } from "./tables.ts";

// What waits for a time is taken by one of two processes, by another one when its lease is over, and again after a wait.

const runtime = await paymentsFixture();
const { knobs, provider } = runtime.sandbox;

const sum = (counts: readonly number[]): number => counts.reduce((all, one) => all + one, 0);
/** Seconds until then. */
const secondsTo = (at: Date | null | undefined): number | null =>
  at ? (at.getTime() - runtime.clock().getTime()) / 1000 : null;

/** A provider that does not end the next call of this step until `die`: as a process that dies in it leaves its work. */
function stalled(step: "refund" | "close") {
  const call = Promise.withResolvers<never>();
  const asked = vi.spyOn(provider, step).mockImplementationOnce(() => call.promise);
  return {
    asked,
    begun: () => vi.waitFor(() => expect(asked).toHaveBeenCalled(), 60_000),
    die: () => call.reject(new Error("gone")),
  };
}

const cancelled = async (): Promise<string> => {
  const { client, orderId } = await paidOrder(runtime);
  must(await doAct(runtime, client, orderId, "cancel"));
  return orderId;
};
const refundOf = async (orderId: string) =>
  (await runtime.db.select().from(refunds).where(eq(refunds.orderId, orderId)))[0];

test("a refund is sent by one of two processes", async () => {
  const orderId = await cancelled();
  const asked = vi.spyOn(provider, "refund");
  expect(sum(await Promise.all([sendDueRefunds(runtime), sendDueRefunds(runtime)]))).toBe(1);
  expect(asked).toHaveBeenCalledOnce();
  asked.mockRestore();
  expect((await refundOf(orderId))?.state).toBe("succeeded");
});

test("a refund of a process that died is sent by another one after a minute, and once", async () => {
  const orderId = await cancelled();
  const { asked, begun, die } = stalled("refund");
  const dead = sendDueRefunds(runtime);
  await begun();
  later(runtime, 59);
  expect(await sendDueRefunds(runtime)).toBe(0);
  later(runtime, 1);
  expect(await sendDueRefunds(runtime)).toBe(1);
  die();
  await dead;
  asked.mockRestore();
  expect(await refundOf(orderId)).toMatchObject({ state: "succeeded", attempts: 2 });
  expect(await sendDueRefunds(runtime)).toBe(0);
});

test("a refund that cannot be sent waits 10 seconds, then twice as long each time", async () => {
  const orderId = await cancelled();
  knobs.down = true;
  for (const seconds of [10, 20, 40, 80]) {
    expect(await sendDueRefunds(runtime)).toBe(1);
    expect(secondsTo((await refundOf(orderId))?.nextTryAt)).toBe(seconds);
    later(runtime, seconds);
  }
  knobs.down = false;
  expect(await sendDueRefunds(runtime)).toBe(1);
});

/** An event that could not be followed when it came. */
async function waitingEvent() {
  const attemptId = await begin(runtime, await newOrder(runtime));
  runtime.post.lost = true;
  await runtime.sandbox.controls.act(attemptId, "pay");
  knobs.down = true;
  const { raw, headers } = runtime.sandbox.eventFor(attemptId);
  const received = await receiveEvent(runtime, "sandbox", { raw, headers });
  if (!received.ok) throw new Error(received.reason);
  await received.processed;
  knobs.down = false;
  return async () =>
    (await runtime.db.select().from(providerEvents).where(eq(providerEvents.eventId, received.eventId)))[0];
}

test("a provider's event is followed by one of two processes, after a wait that is doubled", async () => {
  const event = await waitingEvent();
  knobs.down = true;
  for (const seconds of [10, 20]) {
    expect(secondsTo((await event())?.nextTryAt)).toBe(seconds);
    expect(await processDueEvents(runtime)).toBe(0);
    later(runtime, seconds);
    if (seconds === 10) expect(await processDueEvents(runtime)).toBe(1);
  }
  knobs.down = false;
  expect(sum(await Promise.all([processDueEvents(runtime), processDueEvents(runtime)]))).toBe(1);
  expect(await event()).toMatchObject({ attempts: 3, nextTryAt: null, processedAt: runtime.clock() });
});

test("an event that a process took and never ended is followed by another one after a minute", async () => {
  const event = await waitingEvent();
  later(runtime, 10);
  expect(await claimEvents(runtime)).toHaveLength(1);
  later(runtime, 59);
  expect(await processDueEvents(runtime)).toBe(0);
  later(runtime, 1);
  expect(await processDueEvents(runtime)).toBe(1);
  expect((await event())?.processedAt).not.toBeNull();
});

/** A page that is over, because another way was paid. */
async function pageToEnd() {
  const mine = await newOrder(runtime);
  const page = await begin(runtime, mine);
  await runtime.other.controls.act(await begin(runtime, mine, "other"), "pay");
  return async () => (await runtime.db.select().from(attempts).where(eq(attempts.id, page)))[0]?.closeAt;
}

test("a payment page is ended by one of two processes", async () => {
  const closeAt = await pageToEnd();
  const asked = vi.spyOn(provider, "close");
  expect(sum(await Promise.all([closeDuePages(runtime), closeDuePages(runtime)]))).toBe(1);
  expect(asked).toHaveBeenCalledOnce();
  asked.mockRestore();
  expect(await closeAt()).toBeNull();
});

test("a payment page that could not be ended, or whose process died, is ended a minute later", async () => {
  const closeAt = await pageToEnd();
  knobs.down = true;
  expect(await closeDuePages(runtime)).toBe(1);
  expect(secondsTo(await closeAt())).toBe(60);
  knobs.down = false;
  later(runtime, 60);
  const { asked, begun, die } = stalled("close");
  const dead = closeDuePages(runtime);
  await begun();
  later(runtime, 59);
  expect(await closeDuePages(runtime)).toBe(0);
  later(runtime, 1);
  expect(await closeDuePages(runtime)).toBe(1);
  die();
  await dead;
  asked.mockRestore();
  expect(await closeAt()).toBeNull();
});
