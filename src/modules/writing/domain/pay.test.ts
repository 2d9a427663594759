import { describe, expect, test } from "vitest";
import { estimatedMinutes, estimateLabel, gradeOf, shareFor } from "./pay.ts";

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

describe("the estimate", () => {
  const rates = { page: 40, source: 10, editingPage: 20 };
  test.each([
    ["writing: pages and sources", { orderType: "writing", pages: 5, citedSources: 6 }, 260, "4\u00a0h 20\u00a0min"],
    ["editing: less a page", { orderType: "editing", pages: 12, citedSources: 0 }, 240, "4\u00a0h"],
    ["proofreading like editing", { orderType: "proofreading", pages: 1, citedSources: null }, 20, "20\u00a0min"],
    ["no type", { orderType: null, pages: 2, citedSources: 1 }, 90, "1\u00a0h 30\u00a0min"],
    ["no pages: not known", { orderType: null, pages: null, citedSources: 3 }, null, "not known"],
  ])("%s", (_, work, minutes, label) => {
    expect(estimatedMinutes(rates, work)).toBe(minutes);
    expect(estimateLabel(minutes)).toBe(label);
  });

  test("is not known where the operator has named no rates", () => {
    expect(estimatedMinutes(null, { orderType: "writing", pages: 5, citedSources: 6 })).toBeNull();
  });
});
