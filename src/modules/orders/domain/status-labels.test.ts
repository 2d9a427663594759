import { describe, expect, test } from "vitest";
import { allowedActions } from "./decide.ts";
import { disputeClock, disputeSteps } from "./dispute.ts";
import { nextFor } from "./next-texts.ts";
import { openedBy } from "./order-facts.ts";
import { actors, hours, orderIn } from "./order-in.test-support.ts";
import { type OrderStatus, orderStatuses } from "./states.ts";
import { type Reader, statusFor, statusLabels } from "./status-labels.ts";

const placed = (status: OrderStatus, known = {}) => ({ ...orderIn(status, known), status });

/** The words: client / admin. */
const decided: readonly (readonly [OrderStatus, string, string])[] = [
  ["pending", "Waiting for payment", "Waiting for payment"],
  ["quoted", "Quote ready", "Quote ready"],
  ["confirmed", "Paid, choosing a writer", "No writer yet"],
  ["assigned", "Writer asked", "Writer asked"],
  ["in_progress", "In progress", "In progress"],
  ["on_hold", "Waiting for your answer", "On hold"],
  ["delivered", "Ready to read", "Delivered"],
  ["revision_requested", "Revision", "Revision"],
  ["completed", "Finished", "Finished"],
  ["cancelled", "Cancelled", "Cancelled"],
  ["disputed", "Disputed", "Disputed"],
  ["refunded", "Refunded", "Refunded"],
];

describe("words for people", () => {
  test.each(decided)("%s", (status, client, admin) => {
    expect(statusFor(placed(status), "client").text).toBe(client);
    expect(statusFor(placed(status), "admin").text).toBe(admin);
  });

  test("a custom order without a price, and an announced transfer", () => {
    expect(statusFor(placed("pending", { kind: "custom" }), "client").text).toBe("We are preparing your quote");
    expect(statusFor(placed("pending", { kind: "custom" }), "admin").text).toBe("Needs a quote");
    const transfer = placed("pending", { paymentStatus: "awaiting_confirmation" });
    expect(statusFor(transfer, "client").text).toBe("Waiting for payment, transfer expected");
    expect(statusFor(transfer, "writer").text).toBe("Not paid yet");
  });

  test("a decided dispute is decided for everybody, and Refunded says how much of what", () => {
    const decision = { name: "refund", at: hours(70), by: "a", refundCents: 4_000, bearer: "writer", deadline: null };
    const waits = placed("disputed", { dispute: { ...openedBy("C"), decision: { ...decision, accepted: [] } } });
    for (const reader of ["client", "admin", "writer"] satisfies Reader[]) {
      expect(statusFor(waits, reader).text).toBe("Decided");
      expect(nextFor(waits, reader)).toMatch(/ecided/);
    }
    expect(disputeClock(waits, "C")).toEqual({ title: "The decision takes effect", at: hours(70 + 72) });
    expect(disputeClock(placed("disputed"), "C")).toEqual({ title: "We decide by", at: hours(60 + 120) });
    const appealed = { ...waits, dispute: { ...waits.dispute, appeal: { at: hours(80), by: "W" } } } as typeof waits;
    expect(statusFor(appealed, "admin").text).toBe("Disputed");
    const part = placed("refunded", { refundedCents: 4_000 });
    expect(statusFor(part, "client").text).toBe("Refunded, $40.00 of $100.00");
    expect(statusFor(part, "writer").text).toBe("Refunded");
    expect(statusFor(placed("refunded", { refundedCents: 10_000 }), "admin").text).toBe("Refunded");
  });

  test("the steps of a dispute say you to the client", () => {
    const titles = (reader: "C" | "A") => disputeSteps(placed("disputed"), reader, hours(61)).map(({ title }) => title);
    expect(titles("C").at(-1)).toBe("Without a decision all the money goes back to you");
    expect(titles("A").at(-1)).toBe("Without a decision all the money goes back to the client");
  });

  test("your turn is marked only where this reader has something to do", () => {
    const parts = { client: actors.C, writer: actors.W } as const;
    for (const status of orderStatuses) {
      for (const reader of ["client", "writer"] as const) {
        if (statusLabels[status][reader].tone !== "you") continue;
        const order = orderIn(status, { kind: status === "quoted" ? "custom" : "priced" });
        expect(allowedActions(order, parts[reader], hours(55)).length, `${status} ${reader}`).toBeGreaterThan(0);
      }
    }
  });

  test("every state says to every reader what happens next, calmly", () => {
    for (const status of orderStatuses) {
      for (const reader of ["client", "admin", "writer"] satisfies Reader[]) {
        const text = nextFor(placed(status), reader);
        expect(text).toMatch(/^[A-Z].*\.$/);
        expect(text).not.toMatch(/!|oops|please/i);
      }
    }
    expect(nextFor(placed("completed", { releasedAt: hours(500) }), "client")).toBe("Nothing more to do.");
    expect(nextFor(placed("completed", { frozen: true }), "client")).toContain("The bank");
  });
});
