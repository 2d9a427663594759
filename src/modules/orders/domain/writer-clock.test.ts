import { describe, expect, test } from "vitest";
import { type ClockFacts, clockLine, pausesOf } from "./writer-clock.ts";

const at = (text: string) => new Date(`2026-03-${text}:00Z`);
const facts: ClockFacts = { since: at("10T00:00"), deadline: at("14T00:00"), heldSince: null, history: [] };

describe("the line of a writer's time", () => {
  test("is used from the beginning to now, and full after the deadline", () => {
    expect(clockLine(facts, at("11T00:00"), "UTC").used).toBe(25);
    expect(clockLine(facts, at("20T00:00"), "UTC").used).toBe(100);
    expect(clockLine(facts, at("09T00:00"), "UTC").used).toBe(0);
  });

  test("shows midnights of the reader's zone, six hours under two days, and never more than six marks", () => {
    const labels = (more: Partial<ClockFacts>, zone = "UTC") =>
      clockLine({ ...facts, ...more }, at("10T01:00"), zone).marks.map(({ label }) => label);
    expect(labels({})).toEqual(["Wed", "Thu", "Fri"]);
    expect(labels({ deadline: at("11T00:00") })).toEqual(["06:00", "12:00", "18:00"]);
    expect(labels({ deadline: at("11T12:00") }, "Asia/Tokyo")).toEqual([
      "12:00",
      "18:00",
      "Wed",
      "06:00",
      "12:00",
      "18:00",
    ]);
    expect(labels({ deadline: at("31T00:00") }).length).toBeLessThanOrEqual(6);
  });

  test("knows where it stood, and stands now", () => {
    const history: ClockFacts["history"] = [
      { at: at("09T00:00"), action: "hold" },
      { at: at("11T00:00"), action: "hold" },
      { at: at("11T12:00"), action: "answer" },
    ];
    expect(pausesOf({ ...facts, history }, at("12T00:00"))).toEqual([{ from: at("11T00:00"), until: at("11T12:00") }]);
    expect(clockLine({ ...facts, history }, at("12T00:00"), "UTC").stood).toEqual([{ left: 25, width: 12.5 }]);
    const held: ClockFacts = { ...facts, heldSince: at("12T00:00"), history: [{ at: at("12T00:00"), action: "hold" }] };
    // The end moves with the running pause: five days instead of four.
    expect(clockLine(held, at("13T00:00"), "UTC")).toMatchObject({ used: 60, stood: [{ left: 40, width: 20 }] });
  });
});
