import { expect, test } from "vitest";
import { nothingLeft, textFacts } from "#src/modules/files/index.ts";
import { describeLength } from "./text-length.ts";

const file = (words: number | null, why?: string) => ({
  name: "draft.docx",
  facts: words === null ? null : { ...textFacts(""), words },
  ...(why && { why }),
});
const parts = { ...textFacts(""), words: 2_490, inTables: 70, inNotes: 50, left: { ...nothingLeft, hidden: 206 } };

test.each([
  [[file(2_310)], "2,310 words: 9 pages.", 9],
  [[file(275)], "275 words: 1 page.", 1],
  [[file(276)], "276 words: 2 pages.", 2],
  [[file(1)], "1 word: 1 page.", 1],
  [[file(200), file(100)], "Your 2 files: 300 words: 2 pages.", 2],
  [[file(300), file(null, "It is locked.")], "300 words: 2 pages. draft.docx: It is locked.", 2],
  [[file(0)], "draft.docx: there is no text in it.", null],
  [[file(500_000)], "500,000 words: 500 pages.", 500],
  [
    [{ name: "a.docx", facts: parts }],
    "2,490 words, 120 of them in tables and notes: 10 pages. Not counted: 206 hidden words.",
    10,
  ],
  [[], "", null],
] as const)("%j", (files, message, pages) => {
  expect(describeLength(files)).toEqual({ text: message, pages });
});
