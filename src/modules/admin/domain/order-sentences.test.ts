import { describe, expect, test } from "vitest";
import { automaticLabel, stillAhead } from "./order-sentences.ts";

const now = new Date("2026-03-10T12:00:00Z");
const timer = (kind: string, hours: number) => ({ kind, due: new Date(now.getTime() + hours * 3_600_000) });
const kinds = (...timers: ReturnType<typeof timer>[]) => stillAhead(timers, now).map(({ kind }) => kind);

describe("what can still happen automatically", () => {
  test("stands in the order of time, without what has passed", () => {
    expect(
      kinds(timer("order.late-offer", 72), timer("order.late-alarm", 24), timer("order.hold-reminder-1", -1)),
    ).toEqual(["order.late-alarm", "order.late-offer"]);
  });

  test("ends with a cancellation: late work of a cancelled order is no notice", () => {
    expect(
      kinds(timer("order.late-alarm", 34), timer("order.unassigned-end", 10), timer("order.late-offer", 82)),
    ).toEqual(["order.unassigned-end"]);
  });

  test("goes on after a step that may be refused: unseen work is not finished by time", () => {
    expect(kinds(timer("order.unreached-end", 300), timer("order.review-end", 150))).toEqual([
      "order.review-end",
      "order.unreached-end",
    ]);
  });

  test("a kind without words shows itself", () => {
    expect(automaticLabel("order.late-alarm")).toBe("Notice to us: the work is late");
    expect(automaticLabel("other")).toBe("other");
  });
});
