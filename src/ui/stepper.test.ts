import { describe, expect, test } from "vitest";
import { ends, press } from "./stepper.tsx";

const pages = { min: 1, max: 500 };

describe("a stepper", () => {
  test.each([
    ["5", 1, 6],
    ["5", -1, 4],
    ["1", -1, 1],
    ["500", 1, 500],
    ["0", 1, 1],
    ["900", 1, 500],
    ["900", -1, 500],
    ["", 1, 1],
    ["ten", -1, 1],
    ["5.9", 1, 1],
  ] as const)("from %j by %i comes to %i", (text, direction, next) => {
    expect(press(text, direction, pages)).toBe(next);
  });

  test("walks in its own steps and stops at the end", () => {
    expect(press("10", 1, { min: 0, max: 14, step: 5 })).toBe(14);
    expect(press("3", -1, { min: 0, max: 14, step: 5 })).toBe(0);
  });

  test.each([
    ["", { least: false, most: false }],
    ["1", { least: true, most: false }],
    ["500", { least: false, most: true }],
    ["0", { least: false, most: false }],
  ] as const)("at %j the ends are %j", (text, expected) => {
    expect(ends(text, pages)).toEqual(expected);
  });
});
