import { describe, expect, test } from "vitest";
import { checklistError, checklistOf, suggestedChecklist } from "./checklist.ts";

const work = { pages: 5, wordCount: 1375, citedSources: 6, files: 2 };

describe("the acceptance checklist", () => {
  test("has a point in each line, without empty ones and without the marks of a list", () => {
    expect(checklistOf(" 1. Thesis first \n\n- Both chapters\n• No quotation\n12) 8 sources\n8 pages")).toEqual([
      "Thesis first",
      "Both chapters",
      "No quotation",
      "8 sources",
      "8 pages",
    ]);
    expect(checklistOf(" \n ")).toEqual([]);
  });

  test.each([
    [Array(10).fill("a"), undefined],
    [Array(11).fill("a"), "Write at most 10 points."],
    [["a".repeat(200)], undefined],
    [["a".repeat(201)], "Write at most 200 characters in a point."],
  ])("%#", (points, error) => expect(checklistError(points)).toBe(error));

  test("begins with what is known of the work", () => {
    expect(suggestedChecklist(work)).toEqual([
      "Everything in my instructions is done",
      "The text has 5 pages, about 1,375 words",
      "6 sources are cited",
      "The files that I sent are used",
    ]);
    expect(suggestedChecklist({ pages: 1, wordCount: 275, citedSources: 1, files: 0 })).toEqual([
      "Everything in my instructions is done",
      "The text has 1 page, about 275 words",
      "1 source is cited",
    ]);
    expect(suggestedChecklist({ pages: 0, wordCount: 0, citedSources: 0, files: 0 })).toHaveLength(1);
  });

  test("as it is suggested can be taken as it is", () => {
    const points = suggestedChecklist(work);
    expect(checklistOf(points.join("\n"))).toEqual(points);
    expect(checklistError(points)).toBeUndefined();
  });
});
