import { expect, test } from "vitest";
import { hasTick, roundTop } from "./bars.tsx";

test("the highest line is a round number over the highest bar, and so is its half", () => {
  expect([0, 1, 3, 9, 100, 41_250, 99_999].map(roundTop)).toEqual([2, 2, 4, 10, 100, 100_000, 100_000]);
});

test("about five weeks carry their date, this week always", () => {
  for (const count of [1, 4, 12, 26, 52]) {
    const ticks = Array.from({ length: count }, (_, at) => hasTick(at, count));
    expect(ticks.at(-1)).toBe(true);
    expect(ticks.filter(Boolean).length).toBeLessThanOrEqual(5);
    expect(ticks.filter(Boolean).length).toBeGreaterThanOrEqual(Math.min(count, 4));
  }
});
