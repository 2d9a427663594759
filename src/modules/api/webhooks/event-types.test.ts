import { expect, test } from "vitest";
import { leadsTo, stepsFrom } from "#src/modules/orders/domain/lifecycle.ts";
import { eventTypeNames, handledEvents, typesOf } from "./event-types.ts";

test.each([
  ["order.placed", { to: "pending" }, ["order.placed"]],
  ["order.completed", { from: "delivered", to: "completed" }, ["order.completed"]],
  ["order.completed", { from: "disputed", to: "completed" }, ["order.completed", "dispute.closed"]],
  ["order.resumed", { from: "on_hold", to: "in_progress" }, []],
  ["order.resumed", { from: "disputed", to: "in_progress" }, ["dispute.closed"]],
  ["order.refunded", { from: "disputed", to: "refunded" }, ["dispute.closed"]],
  ["payments.settled", {}, ["payment.received"]],
  ["payments.refunded", {}, ["payment.refunded"]],
  ["constructor", {}, []],
])("%s %j is sent as %j", (name, payload, types) => expect(typesOf(name, payload)).toEqual(types));

test("every end of a dispute is sent, and every kind can happen", () => {
  const steps = stepsFrom("disputed");
  const out = steps.flatMap((step) => {
    const to = leadsTo(step, "disputed");
    return to === "disputed" ? [] : [{ event: step.event, to }];
  });
  expect(out.length).toBeGreaterThan(3);
  for (const { event, to } of out)
    expect({ event, types: typesOf(event, { from: "disputed", to }).includes("dispute.closed") }).toEqual({
      event,
      types: true,
    });
  const types = handledEvents.flatMap((name) => typesOf(name, { from: "disputed", to: "completed" }));
  expect([...new Set(types)].sort()).toEqual([...eventTypeNames].sort());
});
