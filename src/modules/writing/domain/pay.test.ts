import { describe, expect, test } from "vitest";
import { gradeOf, shareFor } from "./pay.ts";

const grades = [
  { name: "Grade 1", share: null },
  { name: "Grade 2", share: 55 },
];

describe("the share of the price", () => {
  test.each([
    ["the usual one", { grade: 1, sharePercent: null }, 50],
    ["the grade's", { grade: 2, sharePercent: null }, 55],
    ["the person's own, before the grade's", { grade: 2, sharePercent: 61 }, 61],
    ["the person's own, zero too", { grade: 2, sharePercent: 0 }, 0],
    ["of a grade that is gone: the last one's", { grade: 7, sharePercent: null }, 55],
  ])("%s", (_, wages, share) => {
    expect(shareFor(wages, grades, 50)).toBe(share);
  });

  test("without any grade it is the usual one", () => {
    expect(gradeOf([], 3)).toEqual({ name: "Grade 3", share: null });
    expect(shareFor({ grade: 3, sharePercent: null }, [], 50)).toBe(50);
  });
});
