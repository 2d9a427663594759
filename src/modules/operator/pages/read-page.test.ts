import { expect, test } from "vitest";
import { mostCharacters, type Placeholders } from "./page-text.ts";
import { readPage } from "./read-page.ts";

const placeholders: Placeholders = {
  shop: { text: "Ada’s <b>shop</b>" },
  "review days": { text: "7 days" },
  "support hours": { text: "8 to 22" },
  "contact e-mail": { text: "a@example.com", to: "mailto:a@example.com" },
  "refund table": { block: { kind: "rule" }, says: "table" },
  "choice of visits": null,
};
const read = (source: string, preview = false) => readPage(source, "About us", placeholders, preview);
const stops = (source: string) =>
  read(`# Title\n\n${source}`)
    .problems.filter((one) => one.stops)
    .map(({ line, message }) => `${line}: ${message}`);

test("a page is its title, a sentence below it, and parts with addresses", () => {
  expect(
    read("# About us\n\nShort *words*.\n\n## A part\n\nText\nand more.\n\n### Two {#second}\n\n1. one\n2. **two**"),
  ).toEqual({
    title: "About us",
    lede: ["Short ", { kind: "em", of: ["words"] }, "."],
    blocks: [
      { kind: "heading", level: 2, id: "a-part", of: ["A part"] },
      { kind: "text", of: ["Text and more."] },
      { kind: "heading", level: 3, id: "second", of: ["Two"] },
      {
        kind: "list",
        ordered: true,
        start: 1,
        items: [[{ kind: "text", of: ["one"] }], [{ kind: "text", of: [{ kind: "strong", of: ["two"] }] }]],
      },
    ],
    problems: [],
  });
});

test("tables, quotes, code and lines are read; two parts of one name have two addresses", () => {
  const { blocks } = read("# T\n\n## A\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n## A\n\n> said\n\n---\n\n    code\n");
  expect(blocks).toEqual([
    { kind: "heading", level: 2, id: "a", of: ["A"] },
    {
      kind: "table",
      head: [
        { right: false, of: ["a"] },
        { right: true, of: ["b"] },
      ],
      rows: [
        [
          { right: false, of: ["1"] },
          { right: true, of: ["2"] },
        ],
      ],
    },
    { kind: "heading", level: 2, id: "a-2", of: ["A"] },
    { kind: "quote", of: [{ kind: "text", of: ["said"] }] },
    { kind: "rule" },
    { kind: "code", text: "code\n" },
  ]);
});

test("placeholders print their values as letters; in a preview they are marked", () => {
  const source = "# T\n\n{{shop}}: {{ Review days }}, {{reviewDays}}, {{contact e-mail}}\n";
  expect(read(source).lede).toEqual([
    "Ada’s <b>shop</b>: 7 days, 7 days, ",
    { kind: "link", to: "mailto:a@example.com", of: ["a@example.com"] },
  ]);
  expect(read("# T\n\n{{review days}} {{nothing}}", true).lede).toEqual([
    { kind: "value", text: "7 days" },
    " ",
    { kind: "unknown", text: "{{nothing}}" },
  ]);
});

test("a placeholder of its own line can be a block; a part whose block prints nothing now is left out", () => {
  const { blocks, problems } = read(
    "# T\n\n## Money\n\n{{refund table}}\n\n## Visits\n\nWords.\n\n{{choice of visits}}\n\n## End",
  );
  expect(problems).toEqual([]);
  expect(blocks.map((block) => (block.kind === "heading" ? block.id : block.kind))).toEqual(["money", "rule", "end"]);
});

test.each([
  [
    "an unknown placeholder",
    "a {{support hour}} b",
    "3: {{support hour}} is not known. Visitors would read it so. Do you mean {{support hours}}?",
  ],
  ["one that nothing is like", "{{zzzzzz}}", "3: {{zzzzzz}} is not known. Visitors would read it so."],
  [
    "a block in a sentence",
    "see {{refund table}}",
    "3: {{refund table}} needs a line of its own, with an empty line before and after it.",
  ],
  [
    "a script as an address",
    "[x](javascript:alert(1))",
    "3: The address javascript:alert(1) is not allowed. Use https://, mailto:, / or #.",
  ],
  [
    "data as an address",
    "[x](data:text/html,x)",
    "3: The address data:text/html,x is not allowed. Use https://, mailto:, / or #.",
  ],
  [
    "another host in disguise",
    "[x](//evil.example)",
    "3: The address //evil.example is not allowed. Use https://, mailto:, / or #.",
  ],
  ["a link to nowhere", "[x]()", "3: This link leads nowhere. Write its address."],
  ["a placeholder in a link", "[x](/{{shop}})", "3: A placeholder cannot be a part of an address. Write the address."],
  [
    "a placeholder as a link",
    "[x]({{review days}})",
    "3: A placeholder cannot be a part of an address. Write the address.",
  ],
])("%s stops publishing, with its line", (_what, source, message) => {
  expect(stops(source)).toEqual([message]);
});

test.each([
  ["HTML", "# T\n\n<script>alert(1)</script>", "HTML is not used here. Visitors would read its marks as letters."],
  ["no title", "Words.", "The page has no title. Begin with “# About us”."],
  ["two titles", "# One\n\n# Two", "A page has one title. Begin this line with ##."],
])("%s is named and may be published", (_what, source, message) => {
  expect(read(source).problems).toEqual([expect.objectContaining({ stops: false, message })]);
});

test("HTML stays letters, also in headings, links and entities", () => {
  const { lede, blocks } = read(
    "# T\n\n<img src=x onerror=alert(1)> [<b>](https://a.example) &lt;i&gt;\n\n## <b>x</b>",
  );
  expect(lede).toEqual([
    "<img src=x onerror=alert(1)> ",
    { kind: "link", to: "https://a.example", of: ["<b>"] },
    " <i>",
  ]);
  expect(blocks).toEqual([{ kind: "heading", level: 2, id: "b-x-b", of: ["<b>x</b>"] }]);
});

test("an e-mail of settings may be the address of a link", () => {
  expect(read("# T\n\nOr [{{contact e-mail}}](mailto:{{contact e-mail}}?subject=Hi)").lede).toEqual([
    "Or ",
    { kind: "link", to: "mailto:a@example.com?subject=Hi", of: ["a@example.com"] },
  ]);
});

test("a text that is too long is refused in words, and one of brackets and marks is read at once", () => {
  expect(read("x".repeat(200_000)).problems).toEqual([
    {
      line: 1,
      stops: true,
      message: "The text has 200,000 characters. A page may have 50,000. Make it shorter, or two pages of it.",
    },
  ]);
  for (const mark of ["[", "*", "> ", "|", "`", "{{", "- ", "\\"])
    expect(read(mark.repeat(mostCharacters / mark.length)).title).toBe("About us");
});

test.each(["#\n\nWords.", "# {{shop}}\n\nWords."])("a title that says nothing is the name of the page: %j", (text) => {
  expect(readPage(text, "About us", { shop: { text: "" } }).title).toBe("About us");
});

test("a question can name the pages that show it, too; its words and its address are without the mark", () => {
  const { blocks, problems } = read(
    "# Q\n\n## A\n\n### Who {#who} {on: services, home}\n\nWe.\n\n### Why? {on:home}\n\nSo.",
  );
  expect(problems).toEqual([]);
  expect(blocks.filter((block) => block.kind === "heading")).toEqual([
    { kind: "heading", level: 2, id: "a", of: ["A"] },
    { kind: "heading", level: 3, id: "who", of: ["Who"], on: ["home", "services"] },
    { kind: "heading", level: 3, id: "why", of: ["Why?"], on: ["home"] },
  ]);
});

test("a page that shows no questions stops publishing", () => {
  expect(stops("### Who? {on: home, about}\n\nWe.")).toEqual([
    "3: No page shows questions under the name “about”. Use home, guarantees, services.",
  ]);
});
