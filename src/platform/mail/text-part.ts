import type { MailContent } from "./content.ts";

const width = 64;

/** Columns as a reader counts them; good enough for alignment, wide scripts aside. */
const columns = (text: string): number => [...text].length;

/** Breaks at spaces; a longer word (an address) stays whole so that it can be clicked. */
function wrap(text: string, indent = ""): string {
  const rows: string[] = [];
  for (const given of text.replaceAll("\r\n", "\n").split("\n")) {
    let row = indent;
    for (const word of given.split(/\s+/).filter(Boolean)) {
      const grown = row === indent ? `${indent}${word}` : `${row} ${word}`;
      if (columns(grown) > width && row !== indent) {
        rows.push(row);
        row = `${indent}${word}`;
      } else row = grown;
    }
    rows.push(row.trimEnd());
  }
  return rows.join("\n");
}

const facts = (rows: NonNullable<MailContent["facts"]>): string => {
  const column = Math.min(20, Math.max(...rows.map(([label]) => columns(label))) + 2);
  return rows.map(([label, value]) => `${`${label}:`.padEnd(column)} ${value}`).join("\n");
};

/** A label, leaders and an amount that ends in the last column; what does not fit goes to a row of its own. */
const priced = (label: string, amount: string): string => {
  const columnsLeft = width - columns(amount) - 2;
  const rows = wrap(label).split("\n");
  const last = rows.at(-1) ?? "";
  if (columns(last) <= columnsLeft - 2)
    return [...rows.slice(0, -1), `${last} ${".".repeat(columnsLeft - columns(last))} ${amount}`].join("\n");
  return [...rows, `${".".repeat(width - columns(amount) - 1)} ${amount}`].join("\n");
};

const breakdown = ({ lines = [], total }: MailContent): string[] => {
  const rows = lines.flatMap(([label, amount, reason]) => [
    priced(label, amount),
    ...(reason ? [wrap(reason, "  ")] : []),
  ]);
  if (total) rows.push("-".repeat(width), priced(total[0], total[1]), "=".repeat(width));
  return rows.length > 0 ? [rows.join("\n")] : [];
};

/** The mail as plain text: rows of 64 characters, amounts in one column. */
export function textPart(
  content: MailContent,
  frame: { link: string | null; siteName: string; baseUrl: string },
): string {
  const button = content.button && frame.link ? [`${content.button.label}:\n${frame.link}`] : [];
  const parts = [
    wrap(content.title),
    ...content.paragraphs.map((text) => wrap(text)),
    ...(content.facts?.length ? [facts(content.facts)] : []),
    ...breakdown(content),
    ...button,
    ...(content.after ?? []).map((text) => wrap(text)),
    `--\n${frame.siteName}\n${frame.baseUrl}`,
  ];
  return `${parts.join("\n\n")}\n`;
}
