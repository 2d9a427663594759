import { describe, expect, test } from "vitest";
import type { ActionParams } from "./action-params.ts";
import { plus } from "./deadlines.ts";
import { decide } from "./decide.ts";
import type { Action } from "./lifecycle.ts";
import type { OrderFacts } from "./order-facts.ts";
import { actors, hours, orderIn, ripe, t0 } from "./order-in.test-support.ts";
import type { ActorKind, Stage } from "./states.ts";

const refusal = (
  status: Stage,
  action: Action,
  kind: ActorKind,
  params: ActionParams,
  known: Partial<OrderFacts> = {},
) => {
  const usual = ripe(status, action);
  const answer = decide(
    { ...usual.order, ...known },
    action,
    actors[kind],
    usual.now,
    { ...usual.params, ...params },
    usual.settings,
  );
  return answer.ok ? "allowed" : answer.code;
};

describe("conditions that are not a clock", () => {
  test("placing needs the fair-use terms and a price", () => {
    expect(refusal("new", "place", "C", {}, { fairUseAccepted: false })).toBe("conflict");
    expect(refusal("new", "place", "C", {}, { priceCents: null })).toBe("conflict");
    expect(refusal("new", "place", "C", {}, { priceCents: null, kind: "custom" })).toBe("allowed");
  });

  test("a payment settles only with the amount and currency of its charge", () => {
    const charge = { cents: 10_000, currency: "USD" };
    for (const payment of [
      { cents: 9_999, currency: "USD" },
      { cents: 10_001, currency: "USD" },
      { cents: 10_000, currency: "EUR" },
    ]) {
      expect(refusal("pending", "confirm-payment", "S", { payment: { ...payment, charge } })).toBe("conflict");
    }
    expect(refusal("pending", "confirm-payment", "S", {}, { priceCents: null, kind: "custom" })).toBe("conflict");
  });

  test("a quote is for custom orders, above zero, with a scope, and leaves the minimum lead", () => {
    const { now } = ripe("pending", "quote");
    const good = { cents: 1, scope: "Ten pages", deadline: plus(now, 3 * 3_600_000) };
    expect(refusal("pending", "quote", "A", { quote: good })).toBe("allowed");
    expect(refusal("pending", "quote", "A", { quote: good }, { kind: "priced" })).toBe("conflict");
    for (const wrong of [{ cents: 0 }, { cents: 1.5 }, { scope: " " }, { deadline: plus(good.deadline, -1) }]) {
      expect(refusal("pending", "quote", "A", { quote: { ...good, ...wrong } })).toBe("invalid");
    }
  });

  test("a writer must be active, have room and not be the client", () => {
    const writer = { id: "writer", active: true, openOrders: 2, capacity: 3 };
    expect(refusal("confirmed", "assign", "A", { writer })).toBe("allowed");
    for (const wrong of [{ active: false }, { openOrders: 3 }, { id: "client" }]) {
      expect(refusal("confirmed", "assign", "A", { writer: { ...writer, ...wrong } })).toBe("invalid");
    }
    expect(refusal("confirmed", "claim", "W", { writer: { ...writer, id: "another" } })).toBe("forbidden");
  });

  test("the writer's deadline leaves a tenth of the window, at least 1 h and at most 24 h", () => {
    const windows = [
      { deadline: hours(55 + 100), last: hours(55 + 90) },
      { deadline: hours(55 + 5), last: hours(55 + 4) },
      { deadline: hours(55 + 1000), last: hours(55 + 976) },
    ];
    for (const { deadline, last } of windows) {
      expect(refusal("confirmed", "assign", "A", { writerDeadline: last }, { deadline })).toBe("allowed");
      expect(refusal("confirmed", "assign", "A", { writerDeadline: plus(last, 1) }, { deadline })).toBe("invalid");
      const usual = ripe("confirmed", "assign");
      const answer = decide({ ...usual.order, deadline }, "assign", actors.A, usual.now, usual.params);
      expect(answer.ok && answer.changes.writerDeadline).toEqual(last);
    }
    expect(refusal("confirmed", "assign", "A", { writerDeadline: hours(55) })).toBe("invalid");
  });

  test("writers claim only where the operator allows it", () => {
    const { order, now, params, settings } = ripe("confirmed", "claim");
    expect(decide(order, "claim", actors.W, now, params, { ...settings, writersMayClaim: false })).toMatchObject({
      code: "conflict",
    });
  });

  test("a delivery has a final version and a ticked checklist", () => {
    expect(refusal("in_progress", "deliver", "W", {}, { hasFinalDelivery: false })).toBe("conflict");
    expect(refusal("in_progress", "deliver", "W", {}, { checklist: "open" })).toBe("conflict");
    expect(refusal("in_progress", "deliver", "W", {}, { checklist: "ticked" })).toBe("allowed");
  });

  test("work that the client never saw is not finished by time", () => {
    expect(refusal("delivered", "complete-by-time", "S", {}, { pageOpenedAt: null })).toBe("conflict");
    expect(refusal("delivered", "complete-by-time", "S", {}, { noticeRefused: true })).toBe("conflict");
    expect(refusal("delivered", "complete-unreached", "A", {}, { pageOpenedAt: hours(51) })).toBe("conflict");
    expect(refusal("delivered", "complete-unreached", "A", {}, { pageOpenedAt: hours(51), noticeRefused: true })).toBe(
      "allowed",
    );
  });

  test("cancelling started work shows the refund first, and the amount seen must still be true", () => {
    expect(refusal("in_progress", "cancel", "C", { refundSeenCents: undefined })).toBe("invalid");
    expect(refusal("in_progress", "cancel", "C", { refundSeenCents: 10_000 })).toBe("price-changed");
    expect(refusal("in_progress", "cancel", "C", { refundSeenCents: 5_000 })).toBe("allowed");
  });

  test("a client cannot name another's fault, an admin can", () => {
    expect(refusal("in_progress", "cancel", "C", { cause: "operator", refundSeenCents: 10_000 })).toBe("price-changed");
    expect(refusal("in_progress", "cancel", "A", { cause: "operator", refundSeenCents: 10_000 })).toBe("allowed");
  });

  test("a chargeback freezes the money", () => {
    for (const [status, action, kind] of [
      ["confirmed", "cancel", "C"],
      ["in_progress", "cancel", "C"],
      ["completed", "release", "S"],
      ["disputed", "decide-refund", "A"],
      ["disputed", "refund-undecided", "S"],
    ] as const) {
      expect(refusal(status, action, kind, {}, { frozen: true }), action).toBe("conflict");
    }
  });

  test("a decision gives back at most what is left", () => {
    expect(refusal("disputed", "decide-refund", "A", { refundCents: 8_000 }, { refundedCents: 2_000 })).toBe("allowed");
    expect(refusal("disputed", "decide-refund", "A", { refundCents: 8_001 }, { refundedCents: 2_000 })).toBe("invalid");
    expect(refusal("disputed", "decide-complete", "A", { refundCents: -1 })).toBe("invalid");
    expect(refusal("disputed", "decide-resume", "A", { deadline: t0 })).toBe("invalid");
  });

  test("what a step asks for must be there, and fit", () => {
    const missing: readonly (readonly [Stage, Action, ActorKind, keyof ActionParams])[] = [
      ["assigned", "accept-for-writer", "A", "reason"],
      ["assigned", "reassign", "A", "reason"],
      ["in_progress", "hold", "W", "question"],
      ["on_hold", "answer", "C", "answer"],
      ["delivered", "request-revision", "C", "points"],
      ["delivered", "open-dispute", "W", "outcome"],
      ["confirmed", "assign", "A", "writer"],
      ["pending", "quote", "A", "quote"],
    ];
    for (const [status, action, kind, name] of missing) {
      expect(refusal(status, action, kind, { [name]: undefined }), name).toBe("invalid");
    }
    expect(refusal("in_progress", "hold", "W", { question: "  " })).toBe("invalid");
    expect(refusal("in_progress", "hold", "W", { question: "x".repeat(10_001) })).toBe("invalid");
    expect(refusal("in_progress", "hold", "W", { question: "x".repeat(10_000) })).toBe("allowed");
  });

  test("signed out, placing answers with the specified words", () => {
    const answer = decide(orderIn("new"), "place", null, t0);
    expect(answer).toMatchObject({ code: "signed-out", message: "User must be logged in to create an order" });
  });
});
