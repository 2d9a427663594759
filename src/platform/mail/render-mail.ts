import { isOwnPath } from "#src/shared/next.ts";
import { addressOf, type MailBlock, type MailContent, type MailRun } from "./content.ts";
import { htmlPart } from "./html-part.ts";

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

/** Words with the addresses that they lead to. */
const printed = (of: readonly MailRun[], baseUrl: string): string =>
  of
    .map(({ text, to }) => {
      const address = to && addressOf(to, baseUrl);
      return !address || address === text ? text : `${text} (${address.replace(/^mailto:/, "")})`;
    })
    .join("");

function ownBlock(
  block: MailBlock,
  baseUrl: string,
  made: Readonly<Record<"button" | "details" | "amounts", string[]>>,
) {
  if (block.kind === "part") return made[block.name];
  if (block.kind !== "list") return [wrap(printed(block.of, baseUrl), block.kind === "quote" ? "  " : "")];
  const marks = block.items.map((_, at) => (block.ordered ? `${at + 1}.` : "-"));
  return [block.items.map((item, at) => wrap(`${marks[at]} ${printed(item, baseUrl)}`)).join("\n")];
}

/** The mail as plain text: rows of 64 characters, amounts in one column. */
export function textPart(
  content: MailContent,
  frame: { link: string | null; siteName: string; baseUrl: string },
): string {
  const made = {
    button: content.button && frame.link ? [`${content.button.label}:\n${frame.link}`] : [],
    details: content.facts?.length ? [facts(content.facts)] : [],
    amounts: breakdown(content),
  };
  const parts = [
    wrap(content.title),
    ...(content.body
      ? content.body.flatMap((block) => ownBlock(block, frame.baseUrl, made))
      : [
          ...content.paragraphs.map((text) => wrap(text)),
          ...[made.details, made.amounts, made.button].flat(),
          ...(content.after ?? []).map((text) => wrap(text)),
        ]),
    `--\n${frame.siteName}\n${frame.baseUrl}`,
  ];
  return `${parts.join("\n\n")}\n`;
}

/** Of whom an e-mail comes: the shop's name, its main colour as "#RRGGBB", and its icon as PNG. */
export type MailShop = { siteName: string; pen: string; icon?: Uint8Array | null };

/** Both parts of a mail by the one layout. Links start with the configured address, never with one from a request. */
export function renderMail(
  content: MailContent,
  { baseUrl, siteName, pen, icon }: MailShop & { baseUrl: URL },
): { text: string; html: string } {
  const path = content.button?.path;
  const link = path && isOwnPath(path) ? new URL(path, baseUrl).href : null;
  const frame = { link, siteName, pen, hasIcon: Boolean(icon), baseUrl: baseUrl.origin };
  return { text: textPart(content, frame), html: htmlPart(content, frame) };
}
