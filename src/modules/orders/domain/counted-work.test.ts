import { describe, expect, test } from "vitest";
import { comparedText, compareWork, countWork, leftOutText, promisedCounts, versionLength } from "./counted-work.ts";

const text = [
  "Memory",
  "One two three.",
  "## Notes",
  "1. A note here",
  "References",
  "Born, J. (2006). Sleep.",
  "Gais, S. (2007). Recall.",
].join("\n");

describe("what is counted in a delivery", () => {
  test("is the work without its notes and its list of sources", () => {
    expect(countWork([{ text }], 2, ["plan.zip"])).toEqual({
      ...{ words: 4, inNotes: 4, inList: 8, inTables: 0, left: [], sources: 2, files: 2 },
      uncounted: ["plan.zip"],
    });
    expect(leftOutText(countWork([{ text }], 1, ["plan.zip"]))).toBe(
      "notes (4 words), the list of sources (8 words), plan.zip",
    );
  });

  test("notes of a document are separate, its tables count, and what its reader left out is reported", () => {
    const read = { text: "One two three", notes: "A note", inTables: 2, left: ["206 hidden words"] };
    const found = countWork([read], 1);
    expect(found).toMatchObject({ words: 3, inNotes: 2, inTables: 2 });
    expect(leftOutText(found)).toBe("notes (2 words), 206 hidden words");
    expect(versionLength({ counted: found, words: 0 })).toBe("3 words, 2 of them in tables");
    expect(versionLength({ counted: null, words: 1_200 })).toBe("1,200 words");
    expect(versionLength({ counted: { ...found, words: null }, words: 0 })).toBeNull();
  });

  test("is nothing where there is no text, and one text that came twice counts once", () => {
    expect(countWork([{ text: " \n" }], 1)).toMatchObject({ words: null, sources: null });
    expect(countWork([{ text: "One two" }, { text: "One  two\n" }], 1).words).toBe(2);
    expect(countWork([{ text: "One two" }, { text: "Three" }], 1).words).toBe(3);
  });

  test.each([
    ["Sources:\n[1] A\n  line two\n[2] B", false, 2],
    ["4. Bibliography\nA first\nline\n\nA second\nline", true, 2],
    ["Works cited\nA first\nline", true, null],
    ["The sources are good.\nA\nB", false, null],
    ["References\nA\nB\nAppendix A\nC", false, 2],
    ["References\nA\n# A last word\nC", false, 1],
  ])("sources are counted in a list that is one: %j", (list, wrapped, sources) =>
    expect(countWork([{ text: list, wrapped }], 0).sources).toBe(sources),
  );
});

describe("what is promised", () => {
  test.each([
    ["The text has 8 pages, about 2,200 words", [8, 2200]],
    ["2000 to 2500 words", [2000]],
    ["At most 500 words, no more than 2 pages", []],
    ["7 pages (was: 5 pages)", [7]],
    ["6 sources are cited, in 2 files", [6, 2]],
    ["A 5-page essay, page 7 first", [5]],
  ])("%s", (point, counts) =>
    expect(promisedCounts({ checklist: [point], wordCount: 0, citedSources: 0 }).map(({ count }) => count)).toEqual(
      counts,
    ),
  );

  test("is what the order has where no point quotes it", () => {
    expect(promisedCounts({ checklist: ["900 words"], wordCount: 1375, citedSources: 6 })).toEqual([
      { kind: "words", count: 900, at: 0 },
      { kind: "sources", count: 6, at: null },
    ]);
    expect(promisedCounts({ checklist: [], wordCount: 0, citedSources: null })).toEqual([]);
  });
});

describe("counted beside promised", () => {
  const compared = (point: string, words: number, files = 0) =>
    compareWork(
      promisedCounts({ checklist: [point], wordCount: 0, citedSources: 0 }),
      countWork([{ text: "word ".repeat(words) }], files),
    )[0];

  test.each([
    ["1,000 words", 900, 0, false, "900 of 1,000 words"],
    ["1,000 words", 899, 0, true, "899 of 1,000 words"],
    ["2 pages", 495, 0, false, "1.8 of 2 pages"],
    ["2 pages", 494, 0, true, "1.7 of 2 pages"],
    ["3 files", 5, 2, true, "2 of 3 files"],
    ["1 file", 5, 1, false, "1 of 1 file"],
    ["9 sources", 5, 0, false, "9 sources: not counted, no list was found"],
    ["100 words", 0, 1, false, "100 words: not counted"],
  ])("%s, %i words, %i files", (point, words, files, short, text) => {
    const one = compared(point, words, files);
    expect(one?.short).toBe(short);
    expect(one && comparedText(one)).toBe(text);
  });
});
