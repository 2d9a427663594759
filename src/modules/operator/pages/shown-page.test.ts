import { describe, expect, test } from "vitest";
import { readPage } from "./read-page.ts";
import { changedSentences } from "./shown-page.ts";

const page = (source: string, days: string) => readPage(source, "Page", { days: { text: days } });
const changed = (source: string, was = "7 days", is = "5 days") =>
  changedSentences(page(source, was), page(source, is));

describe("sentences of a page that change with a value", () => {
  test.each([
    [
      "a sentence in a part",
      "# Page\n\n## Pauses\n\nYou may ask. Work goes on after {{days}}, as agreed. Nothing is lost.",
      [{ part: "Pauses", before: "Work goes on after ", was: "7 ", is: "5 ", after: "days, as agreed." }],
    ],
    [
      "the sentence below the title",
      "# Page\n\nWithin {{days}}.",
      [{ part: "", before: "Within ", was: "7 ", is: "5 ", after: "days." }],
    ],
    [
      "a cell of a table and a point of a list",
      "# Page\n\n## Table\n\n| a | b |\n|---|---|\n| late | {{days}} |\n\n## List\n\n- up to {{days}}\n- no value",
      [
        { part: "Table", before: "late | ", was: "7 ", is: "5 ", after: "days" },
        { part: "List", before: "up to ", was: "7 ", is: "5 ", after: "days" },
      ],
    ],
    ["no value in it", "# Page\n\nAll stays.", []],
  ])("%s", (_, source, expected) => {
    expect(changed(source)).toEqual(expected);
  });

  test("a value that takes a word away or adds one", () => {
    expect(changed("# Page\n\n## A\n\nReady in {{days}} or less.", "two whole days", "days")).toEqual([
      { part: "A", before: "Ready in ", was: "two whole ", is: "", after: "days or less." },
    ]);
  });

  test("the same twice in a sentence is one change", () => {
    expect(changed("# Page\n\n{{days}} and {{days}} more.")).toMatchObject([
      { was: "7 days and 7 ", is: "5 days and 5 " },
    ]);
  });

  test("a part that only one version has is left out", () => {
    const [one, two] = [page("# Page\n\n## A\n\nText.", ""), page("# Page\n\n## A\n\nText.\n\n## B\n\nMore.", "")];
    expect(changedSentences(one, two)).toEqual([]);
  });
});
