import { describe, expect, test } from "vitest";
import { changedChecklist, checklistError, checklistOf, suggestedChecklist } from "./checklist.ts";

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

describe("the checklist after a change of the order", () => {
  const before = {
    ...{ pages: 5, wordCount: 1375, citedSources: 6 },
    ...{ deadlineDate: "2026-12-03", deadlineTime: "17:00" },
  };
  const changed = (point: string, change: object) => changedChecklist([point], before, { ...before, ...change })[0];

  test.each([
    [
      "The text has 5 pages, about 1,375 words",
      { pages: 7, wordCount: 1925 },
      "The text has 7 pages, about 1,925 words (was: 5 pages, 1,375 words)",
    ],
    ["1375 words and no more", { wordCount: 1925 }, "1,925 words and no more (was: 1375 words)"],
    ["A 5-page essay", { pages: 1 }, "A 1-page essay (was: 5-page)"],
    ["5 pages", { pages: 1 }, "1 page (was: 5 pages)"],
    ["6 sources are cited", { citedSources: 1 }, "1 source is cited (was: 6 sources)"],
    ["At least 6 references", { citedSources: 0 }, "At least 0 references (was: 6 references)"],
    ["Ready on 3 December, 17:00", { deadlineDate: "2026-12-05" }, "Ready on 5 December, 17:00 (was: 3 December)"],
    [
      "Before 17:00 on December 3, 2026",
      { deadlineDate: "2027-01-02", deadlineTime: "09:30" },
      "Before 09:30 on January 2, 2027 (was: December 3, 2026, 17:00)",
    ],
    ["By 2026-12-03 or 3 Dec", { deadlineDate: "2026-12-05" }, "By 2026-12-05 or 5 Dec (was: 2026-12-03, 3 Dec)"],
    ["7 pages (was: 4 pages)", { pages: 9 }, "7 pages (was: 4 pages)"],
    ["5 pages (was: 4 pages)", { pages: 9 }, "9 pages (was: 5 pages)"],
    ["15 pages, page 5, 5 pagers, 2.5 pages, 13 December", { pages: 7, deadlineDate: "2026-12-05" }, undefined],
    ["Thesis first", { pages: 7, wordCount: 1925, citedSources: 1, deadlineDate: "2026-12-05" }, undefined],
  ])("%s", (point, change, expected) => expect(changed(point, change)).toBe(expected ?? point));

  test("says the sources that nobody asked for before; who has no checklist gets none", () => {
    const none = { ...before, citedSources: 0 };
    expect(changedChecklist(["Thesis first"], none, before)).toEqual([
      "Thesis first",
      "6 sources are cited (was: none)",
    ]);
    expect(changedChecklist([], none, before)).toEqual([]);
  });
});
