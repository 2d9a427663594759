import { describe, expect, test } from "vitest";
import { faqChanges, faqRows, faqStep, faqText, questionAt } from "./faq-rows.ts";

const text = `# Questions

Short answers.

## Prices

### How is it made?

From a table.

- One
- Two

### What is a page?

275 words.

## Money

### Who holds it?

We do.
`;
const rows = faqRows(text)?.rows ?? [];
const asks = (of: typeof rows) => of.map(({ group, ask }) => `${group}: ${ask}`);

describe("the questions page as rows", () => {
  test("a text and its rows are the same", () => {
    expect(faqRows(text)).toEqual({
      head: "# Questions\n\nShort answers.",
      rows: [
        { group: "Prices", ask: "How is it made?", answer: "From a table.\n\n- One\n- Two", on: [] },
        { group: "Prices", ask: "What is a page?", answer: "275 words.", on: [] },
        { group: "Money", ask: "Who holds it?", answer: "We do.", on: [] },
      ],
    });
    expect(faqText({ head: "# Questions\n\nShort answers.", rows })).toBe(text);
  });

  test.each([
    ["a question without a group", "# Q\n\n### Who?\n\nWe."],
    ["words between a group and its questions", "# Q\n\n## Money\n\nRead this.\n\n### Who?\n\nWe."],
  ])("%s is edited as a text", (_what, other) => {
    expect(faqRows(other)).toBeNull();
  });

  test("what is not written yet is kept", () => {
    const begun = [...rows, { group: "", ask: "", answer: "", on: [] }];
    expect(faqRows(faqText({ head: "", rows: begun }))?.rows).toEqual(begun);
  });

  test("titles in an answer stay in the answer, also those in a block of code", () => {
    const answer = "## Not a group\n\n```\n### not a question\n```";
    const read = faqRows(faqText({ head: "# Q", rows: [{ group: "A", ask: "Why?", answer, on: [] }] }));
    expect(read?.rows).toEqual([
      { group: "A", ask: "Why?", answer: "#### Not a group\n\n```\n### not a question\n```", on: [] },
    ]);
  });

  test("a question of a group that was named before stands with the others of it", () => {
    const late = [...rows, { group: "Prices", ask: "May it change?", answer: "No.", on: [] as const }];
    expect(asks(faqRows(faqText({ head: "# Q", rows: late }))?.rows ?? [])).toEqual([
      "Prices: How is it made?",
      "Prices: What is a page?",
      "Prices: May it change?",
      "Money: Who holds it?",
    ]);
  });

  test.each([
    ["row:up:1", ["Prices: What is a page?", "Prices: How is it made?", "Money: Who holds it?"]],
    ["row:down:1", ["Prices: How is it made?", "Money: What is a page?", "Money: Who holds it?"]],
    ["row:up:2", ["Prices: How is it made?", "Prices: What is a page?", "Prices: Who holds it?"]],
    ["row:delete:0", ["Prices: What is a page?", "Money: Who holds it?"]],
    ["row:add", [...asks(rows), "Money: "]],
    ["row:up:0", asks(rows)],
    ["row:up:99", asks(rows)],
    ["save", asks(rows)],
  ])("%s", (step, after) => {
    expect(asks(faqStep(rows, step) as typeof rows)).toEqual(after);
  });

  test("a line is found by its question", () => {
    expect([1, 7, 12, 24].map((line) => questionAt(text, line))).toEqual([
      null,
      "Question 1",
      "Question 1",
      "Question 3",
    ]);
  });

  test("the other pages that show a question stay with it, in one order", () => {
    const marked = text.replace("### Who holds it?", "### Who holds it? {on: services,home}");
    const [, , last] = faqRows(marked)?.rows ?? [];
    expect(last).toEqual({ group: "Money", ask: "Who holds it?", answer: "We do.", on: ["home", "services"] });
    const written = faqText({ head: "# Q", rows: last ? [last] : [] });
    expect(written).toBe("# Q\n\n## Money\n\n### Who holds it? {on: home, services}\n\nWe do.\n");
  });

  test("a mark that names no page stays in the question, so that its warning can be read", () => {
    const marked = text.replace("### Who holds it?", "### Who holds it? {on: homepage}");
    expect(faqRows(marked)?.rows.at(-1)).toMatchObject({ ask: "Who holds it? {on: homepage}", on: [] });
  });

  test("a deleted row comes back where it was", () => {
    const [first] = rows;
    const left = faqStep(rows, "row:delete:0");
    expect(faqStep(left, "row:put:0", first)).toEqual(rows);
    expect(faqStep(left, "row:put:0")).toEqual(left);
  });

  test.each<[string, (all: typeof rows) => typeof rows, string[]]>([
    ["nothing", (all) => all, []],
    ["an answer", ([one, ...more]) => (one ? [{ ...one, answer: "x" }, ...more] : []), ["1 answer"]],
    ["the order", ([one, other, ...more]) => (one && other ? [other, one, ...more] : []), ["place of 1 question"]],
    ["a page", ([one, ...more]) => (one ? [{ ...one, on: ["home"] }, ...more] : []), ["other pages of 1 question"]],
    ["one less", (all) => all.slice(1), ["1 removed question"]],
    ["one more", (all) => [...all, { group: "Money", ask: "New?", answer: "", on: [] }], ["1 new question"]],
  ])("%s is said as what a draft changes", (_what, change, words) => {
    expect(faqChanges({ head: "# Q", rows }, { head: "# Q", rows: change(rows) })).toEqual(words);
  });
});
