import { afterAll, beforeEach, expect, test } from "vitest";
import { createPerson } from "#tests/support/people.ts";
import { createTestRuntime, ctxFor } from "#tests/support/runtime.ts";
import { writerDirectoryOfRuntime } from "../../writing/index.server.ts";
import { doAct, essayCents, eventsOf, must, orderIn, rowOf, tick } from "../orders.testing.ts";
import { writerDirectory } from "../ports.ts";
import { orderForClient } from "../queries/order-for-client.ts";
import { orderForWriter } from "../queries/writer-orders.ts";

const runtime = await createTestRuntime({ ports: [[writerDirectory, writerDirectoryOfRuntime]] });
afterAll(() => runtime.drop());
const start = runtime.clock();
beforeEach(() => runtime.setNow(start));
const [ada, ben] = [await createPerson(runtime, { role: 3 }), await createPerson(runtime, { role: 3 })];
const hoursLater = (hours: number) => runtime.setNow(new Date(runtime.clock().getTime() + hours * 3_600_000));
const claim = { reason: "It is about something else.", outcome: "My money back." };
const refund = { reason: "True.", refundCents: 6_300, bearer: "operator" };

/** A delivered order whose client opened a dispute that its writer answered. */
async function heard() {
  const cast = await orderIn(runtime, "delivered");
  expect(must(await doAct(runtime, cast.client, cast.orderId, "open-dispute", claim)).money.kind).toBe("frozen");
  must(await doAct(runtime, cast.writer, cast.orderId, "answer-dispute", { answer: "It follows the brief." }));
  return {
    ...cast,
    act: (who: typeof ada, action: string, more = {}) => doAct(runtime, who, cast.orderId, action, more),
  };
}

test("a decision waits 72 hours, then the money moves; nothing moves before", async () => {
  const { orderId, act } = await heard();
  expect(await act(ada, "decide-refund", { ...refund, refundCents: essayCents + 1 })).toMatchObject({
    code: "invalid",
  });
  expect(must(await act(ada, "decide-refund", refund))).toMatchObject({ status: "disputed", money: { kind: "none" } });
  hoursLater(71);
  await tick(runtime);
  expect(await rowOf(runtime, orderId)).toMatchObject({ status: "disputed", refundedCents: 0 });
  hoursLater(1);
  await tick(runtime);
  expect(await rowOf(runtime, orderId)).toMatchObject({ status: "refunded", refundedCents: 6_300, disputedAt: null });
  expect((await eventsOf(runtime, orderId)).slice(-4)).toEqual([
    "order.disputed",
    "order.dispute-answered",
    "order.dispute-decided",
    "order.refunded",
  ]);
});

test("both sides accept: it takes effect with the second word, in the same step", async () => {
  const { act, client, writer } = await heard();
  must(await act(ada, "decide-complete", { reason: "It follows the brief." }));
  expect(must(await act(writer, "accept-decision"))).toMatchObject({ status: "disputed" });
  expect(must(await act(client, "accept-decision"))).toMatchObject({ status: "completed", money: { kind: "held" } });
});

test("an appeal stops it: the same admin is refused, another one decides, and there is no second appeal", async () => {
  const { orderId, act, client, writer } = await heard();
  must(await act(ada, "decide-refund", refund));
  must(await act(writer, "appeal-decision", { reason: "The brief was changed later." }));
  hoursLater(80);
  await tick(runtime);
  expect(await rowOf(runtime, orderId)).toMatchObject({ status: "disputed" });
  expect(await act(ada, "decide-refund", refund)).toMatchObject({
    code: "conflict",
    message: expect.stringMatching(/Another admin/),
  });
  must(await act(ben, "decide-complete", { reason: "The writer is right." }));
  expect(await act(client, "appeal-decision", { reason: "Again." })).toMatchObject({ code: "conflict" });
  hoursLater(72);
  await tick(runtime);
  expect(await rowOf(runtime, orderId)).toMatchObject({ status: "completed", refundedCents: 0 });
});

test("two admins at once: one decision holds, the other gets the current state", async () => {
  const { orderId, act } = await heard();
  const { stepVersion: seenVersion } = await rowOf(runtime, orderId);
  const both = await Promise.all([
    act(ada, "decide-refund", { ...refund, seenVersion }),
    act(ben, "decide-complete", { reason: "It stands.", seenVersion }),
  ]);
  expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
  expect(both.find(({ ok }) => !ok)).toMatchObject({
    code: "conflict",
    message: expect.stringMatching(/Somebody else was first/),
  });
});

test("nobody decides for 30 days: everything goes back, also after an outage, and an appeal does not stop that", async () => {
  const { orderId, act, client } = await heard();
  must(await act(ada, "decide-complete", { reason: "It stands." }));
  must(await act(client, "appeal-decision", { reason: "No." }));
  hoursLater(40 * 24);
  await tick(runtime);
  expect(await rowOf(runtime, orderId)).toMatchObject({ status: "refunded", refundedCents: essayCents });
});

test("client and writer see both texts and the stage with its times", async () => {
  const { orderId, act, client, writer } = await heard();
  must(await act(ada, "decide-refund", refund));
  const texts = ["It is about something else.\n\nMy money back.", "It follows the brief.", "True."];
  const asClient = must(await orderForClient(ctxFor(runtime, client), { orderId }));
  const asWriter = must(await orderForWriter(ctxFor(runtime, writer), { orderId }));
  for (const { history, dispute } of [asClient, asWriter]) {
    expect(history.flatMap(({ text }) => text ?? [])).toEqual(expect.arrayContaining(texts));
    expect(dispute.map(({ state }) => state)).toEqual(["done", "done", "done", "now"]);
    expect(dispute.at(-1)?.at).toEqual(new Date(runtime.clock().getTime() + 72 * 3_600_000));
  }
  expect(asClient.dispute[0]?.title).toBe("You opened the dispute");
  expect(asWriter.dispute[2]?.title).toBe("Decided: $63.00 of $126.00 goes back to the client");
  expect(asWriter.actions.map(({ action }) => action)).toEqual(["accept-decision", "appeal-decision"]);
});

test("a decision needs a fresh sign-in, and only admins decide", async () => {
  const { act, client } = await heard();
  expect(await act({ ...ada, freshAt: null }, "decide-complete", { reason: "It stands." })).toMatchObject({
    code: "step-up",
  });
  expect(await act(client, "decide-complete", { reason: "Mine." })).toMatchObject({ code: "forbidden" });
});
