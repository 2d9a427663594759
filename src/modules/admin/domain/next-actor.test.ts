import { describe, expect, test } from "vitest";
import { orderStatuses } from "#src/modules/orders/index.ts";
import { clockOf, deadlineNote, nextActor } from "./next-actor.ts";

const hour = 3_600_000;
const t0 = new Date("2026-03-02T12:00:00Z");
const at = (hours: number) => new Date(t0.getTime() + hours * hour);

type Known = Partial<Parameters<typeof clockOf>[0]>;
const order = (known: Known = {}): Parameters<typeof clockOf>[0] => ({
  ...{ kind: "priced", status: "in_progress", paymentStatus: "paid", clientName: "Ann", writerName: "Writer A84P" },
  ...{ quoteEnded: false, frozen: false, instructions: "The brief", createdAt: t0, waitingSince: t0 },
  ...{ transferSince: null, confirmedAt: t0, unassignedSince: null, assignedAt: t0, workSince: t0, heldSince: null },
  ...{ deliveredAt: null, approvedAt: null, disputedAt: null, deadline: at(100), revisionDueAt: null },
  ...known,
});

describe("who waits for whom", () => {
  test.each(orderStatuses)("%s says it in a sentence without a gap", (status) => {
    const { title } = nextActor(order({ status }), [], {});
    expect(title).toMatch(/^[A-Z].{10,}[a-z0-9A-Z]$/);
  });

  test("a pause shows the last question, who asked it and when", () => {
    const hold = (hours: number, text: string) => ({
      action: "hold" as const,
      at: at(hours),
      actorKind: "W",
      actorId: "w",
      text,
    });
    const next = nextActor(order({ status: "on_hold", heldSince: at(5) }), [hold(2, "First?"), hold(5, "Second?")], {});
    expect(next).toEqual({
      title: "Writer A84P waits for an answer from Ann",
      since: at(5),
      statement: { text: "Second?", by: "Writer A84P", at: at(5) },
    });
  });

  test.each(["completed", "cancelled", "refunded"] as const)("%s: somebody waits while money goes back", (status) => {
    const titleWith = (toSendCents: number, underWayCents: number) =>
      nextActor(order({ status }), [], {}, { toSendCents, underWayCents }).title;
    expect(titleWith(9_100, 3_500)).toBe("We have to send $91.00 back to Ann");
    expect(titleWith(0, 3_500)).toBe("$35.00 is on its way back to Ann");
    expect(titleWith(0, 0)).toContain("Nobody waits");
    expect(nextActor(order(), [], {}, { toSendCents: 9_100, underWayCents: 0 }).title).toBe(
      "Writer A84P is at work. Nobody waits for us",
    );
  });

  test("a request without a price shows the brief", () => {
    const next = nextActor(order({ kind: "custom", status: "pending" }), [], {});
    expect(next.statement).toEqual({ text: "The brief", by: "Ann", at: t0 });
  });
});

describe("the clock", () => {
  test("runs from paid to the deadline", () => {
    expect(clockOf(order(), at(25))).toMatchObject({ state: "running", ms: 75 * hour, used: 25, held: 0 });
  });

  test("stands while the order is on hold, and the deadline moves by the pause", () => {
    const held = order({ status: "on_hold", heldSince: at(20) });
    expect(clockOf(held, at(45))).toEqual({
      ...{ state: "stopped", ms: 80 * hour, used: 16, held: 20, paidAt: t0, due: at(125) },
    });
    expect(clockOf(held, at(145))).toMatchObject({ state: "stopped", ms: 80 * hour });
  });

  test("is late after the deadline, and there is none before payment and after the end", () => {
    expect(clockOf(order(), at(103))).toMatchObject({ state: "late", ms: 3 * hour, used: 100 });
    expect(clockOf(order({ status: "completed" }), at(103)).state).toBe("none");
    expect(clockOf(order({ confirmedAt: null, status: "pending" }), at(3)).state).toBe("none");
  });
});

describe("what stands after the deadline", () => {
  test("work that was handed over is in time or late by its delivery, also in a dispute about it", () => {
    for (const status of ["delivered", "disputed"] as const) {
      expect(deadlineNote({ ...order({ status }), handedOverAt: at(99) }, at(120))).toBe(", delivered in time");
      expect(deadlineNote({ ...order({ status }), handedOverAt: at(101) }, at(120))).toBe(", delivered late");
    }
    expect(deadlineNote({ ...order({ status: "disputed" }), handedOverAt: null }, at(120))).toBe(", 20\u00a0h late");
  });

  test("open work has its time left or late, a pause its stop, ended work nothing", () => {
    expect(deadlineNote({ ...order(), handedOverAt: null }, at(90))).toBe(", 10\u00a0h left");
    expect(deadlineNote({ ...order({ heldSince: at(50) }), handedOverAt: null }, at(90))).toBe(" when the pause began");
    for (const status of ["completed", "cancelled", "refunded"] as const)
      expect(deadlineNote({ ...order({ status }), handedOverAt: at(99) }, at(120))).toBe("");
  });
});
