// `npm run docs`: prints the tables of docs/ from code. A rules test fails when they differ.
import { writeFileSync } from "node:fs";
import { allSettings } from "../src/composition/parts.ts";
import { fields } from "../src/config.ts";
import { actingRows, type CleaningRow, cleaningRows } from "../src/modules/files/clean/samples/cleaning-table.ts";
import { readRows } from "../src/modules/files/clean/samples/document-table.ts";
import { lifecycleDocument } from "../src/modules/orders/domain/lifecycle-document.ts";
import { operatingPage, reliabilityPage } from "./docs/faults.ts";
import { honestUsePage } from "./docs/honest-use.ts";
import { inputsPage } from "./docs/inputs.ts";
import { routesPage } from "./docs/routes.ts";
import { securityPage } from "./docs/security/page.ts";
import { readersPage } from "./docs/security/readers.ts";

const brief = (value: unknown): string => {
  const text = JSON.stringify(value);
  return text.length <= 120 ? text : `${text.slice(0, 117)}…`;
};

const settingsPage = (): string => `# Settings

Printed from the modules by \`npm run docs\`. Each is one typed, bounded, versioned row that only changes through the
product, with an audit row. What is not stored has its standard value.

| key | meaning | standard |
|---|---|---|
${allSettings.map((s) => `| \`${s.key}\` | ${s.meaning} | \`${brief(s.default).replaceAll("|", "\\|")}\` |`).join("\n")}
`;

const configurationPage = (): string => `# Configuration

Printed from \`src/config.ts\` by \`npm run docs\`. The environment is read once, at start; a wrong value stops the start
with one sentence. What an admin edits while it runs is in [settings](settings.md).

| variable | meaning | standard | kind |
|---|---|---|---|
${Object.values(fields)
  .map((f) => `| \`${f.env}\` | ${f.meaning} | ${f.standard ? `\`${f.standard}\`` : "unset"} | ${f.kind} |`)
  .join("\n")}
`;

const outcomes = {
  gone: "gone",
  kept: "kept",
  withheld: "only its owner gets the file, unless they send it as it is",
};

/** docs/cleaning.md: each row is a file that was cleaned while this page was printed. */
async function cleaningPage(): Promise<string> {
  type Row = Pick<CleaningRow, "format" | "marker" | "outcome" | "text">;
  const line = (row: Row): string => `| ${row.format} | ${row.marker} | ${outcomes[row.outcome]} | ${row.text} |`;
  const [lines, acting] = [(await cleaningRows()).map(line), (await actingRows()).map(line)];
  return `# What others get of a file

Printed by \`npm run docs\`: each row is a file that was made with that marker and cleaned. "Gone" was looked for in every
part, in three encodings, with another reader of archives than the product's.

| format | what it tells | for others | what the owner reads |
|---|---|---|---|
${lines.join("\n")}

## What acts or speaks

A copy for others fetches nothing, starts nothing, and names no way to reach somebody beside the text of the work itself: in
file names, names and comments of archives, properties, descriptions of pictures and tables, headings, titles of charts and
slides, page headers and footers, remarks, notes of a speaker, messages and tips, entries of an outline, names of styles and
layers. What the work says in its paragraphs, footnotes and cells stays as it is. Links to pages stay, for a reader to follow
or not; links to a mailbox, a messenger, a share or a file become their words. Source code, notebooks and HTML are not changed:
one with contact details, wherever in it, stays its owner's (\`src/modules/files/clean/acting.test.ts\`). In the full run
LibreOffice opens the copies behind a proxy that notes what is asked for (\`opened.test.ts\` beside it, result in
[documents](documents.md)).

| format | what acts or speaks | for others | what the owner reads |
|---|---|---|---|
${acting.join("\n")}
`;
}

/** docs/documents.md: each row is a document that was read while this page was printed. */
async function documentsPage(): Promise<string> {
  const rows = await readRows();
  const lines = rows.map(
    ({ name, words, library, byHand, description }) =>
      `| ${name} | ${words ?? "none"} | ${library ?? "–"} | ${byHand} | ${description} |`,
  );
  return `# What is read of a document

Printed by \`npm run docs\` from sample documents; a test fails where ours and the count by hand differ. One reader
(\`src/modules/files/clean/text/\`) serves the word count of the order form, the checker, previews and the counted facts of a
delivery. It answers the text, its notes, and what it left out, and every screen prints that.

- Text: paragraphs, tables, notes, captions, text boxes, content controls, formulas. Hidden and deleted text, comments, page
  headers and footers and pictures are counted and left out.
- Words are those of Unicode segmentation (UAX 29), as \`Intl.Segmenter\` has them: a hyphen parts two words. Texts in scripts
  without spaces also say their characters.
- A PDF is read column by column; its lines become paragraphs, and words that were cut at the end of a line are whole again.
- The library is mammoth 1.13.0, with the same segmentation; – stands where it does not read this kind of file.

| file | words by ours | by the library | by hand | what a screen says |
|---|---|---|---|---|
${lines.join("\n")}

## Copies in another program

\`src/modules/files/clean/opened.test.ts\` of the full run prints every office file, PDF and drawing of
[what acts or speaks](cleaning.md#what-acts-or-speaks) with LibreOffice, before and after cleaning, behind a proxy that notes
each request. Where LibreOffice is not installed the test is skipped, and its name says so.

| run | program | files | opened | asked for |
|---|---|---|---|---|
| 2026-11-27, as sent | LibreOffice 7.4.7 (Debian 12) | 126 | 124 | pictures of docx, xlsx and pptx at the stranger's address |
| 2026-11-27, copies | LibreOffice 7.4.7 (Debian 12) | 116 | 116 | nothing |
`;
}

export const pages: Record<string, () => string | Promise<string>> = {
  "docs/configuration.md": configurationPage,
  "docs/settings.md": settingsPage,
  "docs/addresses.md": routesPage,
  "docs/inputs.md": inputsPage,
  "docs/lifecycle.md": lifecycleDocument,
  "docs/cleaning.md": cleaningPage,
  "docs/documents.md": documentsPage,
  "docs/honest-use.md": honestUsePage,
  "docs/operating.md": operatingPage,
  "docs/reliability.md": reliabilityPage,
  "docs/readers.md": readersPage,
  "docs/security.md": securityPage,
};

if (import.meta.main) for (const [file, print] of Object.entries(pages)) writeFileSync(file, await print());
