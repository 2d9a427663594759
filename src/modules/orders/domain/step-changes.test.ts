import { describe, expect, test } from "vitest";
import type { Decision } from "./decide.ts";
import { decide } from "./decide.ts";
import type { Action } from "./lifecycle.ts";
import type { OrderFacts } from "./order-facts.ts";
import { type DecisionName, type Dispute, type DisputeDecision, openedBy } from "./order-facts.ts";
import { actors, days, hours, orderIn, ripe } from "./order-in.test-support.ts";
import type { ActorKind } from "./states.ts";

const took = (order: OrderFacts, action: Action, kind: ActorKind, now: Date, params = {}): Decision => {
  const answer = decide(order, action, actors[kind], now, { ...ripe(order.status, action).params, ...params });
  if (!answer.ok) throw new Error(`${answer.code}: ${answer.message}`);
  return answer;
};
const dues = (decision: Decision) => Object.fromEntries(decision.timers.set.map(({ kind, due }) => [kind, due]));

describe("what a step writes", () => {
  test("a pause moves both deadlines by its length and adds to the pauses", () => {
    const { changes, timers } = took(orderIn("on_hold", { pausedMs: 1_000 }), "answer", "C", hours(15));
    expect(changes).toMatchObject({
      heldSince: null,
      deadline: hours(105),
      writerDeadline: hours(95),
      pausedMs: 1_000 + 5 * 3_600_000,
    });
    expect(timers.clear).toEqual(["order.hold-reminder-1", "order.hold-reminder-2", "order.hold-end"]);
    expect(timers.set.map(({ kind }) => kind)).toEqual(["order.late-alarm", "order.late-offer"]);
  });

  test("a pause ends with a new writer too", () => {
    const { changes, next } = took(orderIn("on_hold"), "reassign", "A", hours(15));
    expect(next).toBe("confirmed");
    expect(changes).toMatchObject({
      writerId: null,
      heldSince: null,
      deadline: hours(105),
      unassignedSince: hours(15),
    });
  });

  test("an offer that lapses after the deadline still ends as unassigned work", () => {
    const lapsed = took(orderIn("assigned", { assignedAt: hours(98.5) }), "lapse-offer", "S", hours(100.5));
    expect(dues(lapsed)).toMatchObject({ "order.unassigned-end": hours(100) });
    const order = { ...orderIn("assigned"), ...lapsed.changes, status: lapsed.next };
    expect(took(order, "cancel-unassigned", "S", hours(100.5)).money).toMatchObject({ kind: "refund", cents: 10_000 });
  });

  test("work taken from a writer after the deadline is not cancelled by itself, and can be given on", () => {
    const freed = took(orderIn("in_progress"), "reassign", "A", hours(110));
    const order = { ...orderIn("in_progress"), ...freed.changes, status: freed.next };
    expect(dues(freed)["order.unassigned-end"]).toBeUndefined();
    expect(decide(order, "cancel-unassigned", actors.S, hours(200)).ok).toBe(false);
    const given = took(order, "assign", "A", hours(111), { writerDeadline: hours(130) });
    expect(given.changes.writerDeadline).toEqual(hours(130));
  });

  test("a delivery starts the review time with two reminders and asks anew whether the client saw it", () => {
    const decision = took(orderIn("in_progress", { pageOpenedAt: hours(3) }), "deliver", "W", hours(20));
    expect(decision.changes).toMatchObject({ firstDeliveredAt: hours(20), deliveredAt: hours(20), pageOpenedAt: null });
    expect(dues(decision)).toEqual({
      "order.review-reminder-1": hours(20 + 84),
      "order.review-reminder-2": hours(20 + 142.8),
      "order.review-end": hours(20 + 168),
      "order.unreached-end": hours(20 + 336),
    });
    expect(decision.money).toEqual({ kind: "held" });
  });

  test("a second delivery keeps the first one's instant and earns no second credit", () => {
    const order = orderIn("revision_requested", { firstDeliveredAt: hours(101), refundedCents: 500 });
    const decision = took(order, "deliver", "W", hours(150));
    expect(decision.changes.firstDeliveredAt).toEqual(hours(101));
    expect(decision.money).toEqual({ kind: "held" });
  });

  test("a late delivery is credited at once", () => {
    const decision = took(orderIn("in_progress"), "deliver", "W", hours(125));
    expect(decision.money).toMatchObject({ kind: "credit", cents: 1_000, bearer: "writer" });
    expect(decision.changes.refundedCents).toBe(1_000);
  });

  test("a quote voids the one before, ends after 48 h, and its end takes the price away", () => {
    const quoted = took(orderIn("quoted", { kind: "custom" }), "quote", "A", hours(10));
    expect(quoted.money).toEqual({ kind: "owed", cents: 12_000, currency: "USD" });
    expect(dues(quoted)).toEqual({ "order.quote-end": hours(58) });
    const ended = took(orderIn("quoted", { kind: "custom" }), "end-quote", "S", hours(48));
    expect(ended.changes).toMatchObject({ priceCents: null, quoteEnded: true, waitingSince: hours(48) });
    expect(ended.money).toEqual({ kind: "void" });
  });

  test("asking for another quote makes the admins' clock start, not the client's", () => {
    const asked = took(orderIn("pending", { kind: "custom", quoteEnded: true }), "ask-quote", "C", hours(10));
    expect(dues(asked)).toEqual({ "order.unpaid-end": hours(100), "order.quote-alarm": hours(34) });
  });

  test("decisions in a dispute: amounts, bearer, and the operator pays for its own silence", () => {
    const decided = (name: DecisionName, more: Partial<DisputeDecision> = {}): Dispute => ({
      ...openedBy("C"),
      answered: ["W"],
      decision: {
        name,
        at: hours(70),
        by: "admin",
        refundCents: null,
        bearer: null,
        deadline: null,
        accepted: [],
        ...more,
      },
    });
    const kept = took(
      orderIn("disputed", { dispute: { ...openedBy("C"), answered: ["W"] } }),
      "decide-refund",
      "A",
      hours(70),
      {
        refundCents: 3_000,
        bearer: "operator",
      },
    );
    expect(kept).toMatchObject({ next: "disputed", money: { kind: "none" } });
    expect(kept.changes.dispute).toEqual(decided("refund", { refundCents: 3_000, bearer: "operator" }));
    expect(dues(kept)).toEqual({ "order.decided-refund": hours(142) });
    expect(kept.timers.clear).toEqual(["order.dispute-alarm", "order.dispute-end"]);
    const later = hours(142);
    const part = { refundCents: 3_000, bearer: "operator" } as const;
    const partly = took(orderIn("disputed", { dispute: decided("complete", part) }), "complete-decided", "S", later);
    expect(partly.money).toMatchObject({ kind: "credit", cents: 3_000, bearer: "operator" });
    expect(partly.changes).toMatchObject({ completedAt: later, disputedAt: null, refundedCents: 3_000 });
    const order = orderIn("disputed", { refundedCents: 500, dispute: decided("refund") });
    const all = took(order, "refund-decided", "S", later);
    expect(all.money).toMatchObject({ kind: "refund", cents: 9_500, bearer: "writer", writerBaseCents: 0 });
    expect(took(orderIn("disputed"), "refund-undecided", "S", days(33)).money).toMatchObject({
      cents: 10_000,
      bearer: "operator",
      writerBaseCents: 10_000,
    });
    const resumed = orderIn("disputed", { dispute: decided("resume", { deadline: hours(242) }) });
    const on = took(resumed, "resume-decided", "S", later);
    expect(on.changes).toMatchObject({ workSince: later, deadline: hours(242), writerDeadline: hours(232) });
  });

  test("a chargeback stops the release, its end starts it again", () => {
    const order = orderIn("completed");
    const open = took(order, "chargeback", "S", hours(70));
    expect(open.timers.clear).toEqual(["order.revision-end"]);
    const after = { ...order, ...open.changes };
    const ended = took(after, "end-chargeback", "S", days(40), { chargeback: { cents: 10_000, won: true } });
    expect(dues(ended)).toEqual({ "order.revision-end": hours(60 + 336) });
    expect(ended.money).toEqual({ kind: "thawed", cents: 10_000, won: true });
  });

  test("a step says one event, with who, from where to where, and the money", () => {
    const { events } = took(orderIn("confirmed"), "cancel", "C", hours(1));
    expect(events).toEqual([
      {
        name: "order.cancelled",
        subject: "order",
        payload: expect.objectContaining({
          action: "cancel",
          from: "confirmed",
          to: "cancelled",
          by: "C",
          actorId: "client",
        }),
      },
    ]);
    expect(JSON.parse(JSON.stringify(events))).toEqual(events);
  });
});
