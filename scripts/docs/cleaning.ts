import { cleaningRows } from "../../src/modules/files/clean/samples/cleaning-table.ts";

const outcomes = {
  gone: "gone",
  kept: "kept",
  withheld: "only its owner gets the file, unless they send it as it is",
};

/** docs/cleaning.md: each row is a file that was cleaned while this page was printed. */
export async function cleaningPage(): Promise<string> {
  const rows = await cleaningRows();
  const lines = rows.map((row) => `| ${row.format} | ${row.marker} | ${outcomes[row.outcome]} | ${row.words} |`);
  return `# What others get of a file

Printed by \`npm run docs\`: each row is a file that was made with that marker and cleaned. "Gone" was looked for in every
part, in three encodings, with another reader of archives than the product's.

| format | what it tells | for others | what the owner reads |
|---|---|---|---|
${lines.join("\n")}
`;
}
