import { describe, expect, test } from "vitest";
import { hours } from "./order-in.test-support.ts";
import { spokenLeft, spokenTime } from "./writer-clock.ts";

const minute = 60_000;

describe("a stretch of time in words", () => {
  test.each([
    [0, "0 minutes"],
    [minute, "1 minute"],
    [59 * minute + 59_000, "59 minutes"],
    [60 * minute, "1 hour"],
    [61 * minute, "1 hour and 1 minute"],
    [25 * 60 * minute, "1 day and 1 hour"],
    [48 * 60 * minute + minute, "2 days"],
    [-5, "0 minutes"],
  ])("%i ms are %s", (ms, words) => expect(spokenTime(ms)).toBe(words));

  test("says what is left, and what is past", () => {
    expect(spokenLeft(hours(30), hours(0))).toBe("1 day and 6 hours left");
    expect(spokenLeft(hours(0), hours(3))).toBe("3 hours past it");
  });
});
