import { escapeHtml } from "#src/shared/characters.ts";
import { isOwnPath } from "#src/shared/next.ts";
import { addressOf, type MailBlock, type MailContent, type MailRun } from "./content.ts";

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

// The light theme's tokens as sRGB: mail programs know neither custom properties nor oklch().
const colour = {
  ground: "#f5f2eb",
  sheet: "#fdfcf9",
  breakdownGround: "#e7eefc",
  breakdownRule: "#c1cce4",
  ink: "#161b2a",
  ink2: "#3c414d",
  ink3: "#555964",
  rule: "#d7d3cb",
  onPen: "#fdfcf9",
};
const serif = "Newsreader,Palatino,Georgia,serif";
const sans = "'Source Sans 3','Segoe UI',Helvetica,Arial,sans-serif";

/** A person's text: escaped, its line ends kept. */
const prose = (text: string): string => escapeHtml(text).replace(/\r?\n/g, "<br>");

const paragraph = (text: string, style = ""): string =>
  `<p style="margin:0 0 16px;font:400 17px/26px ${sans};color:${colour.ink};${style}">${prose(text)}</p>`;

const table = (rows: string, style: string): string =>
  `<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="border-collapse:collapse;margin:8px 0 24px;${style}">${rows}</table>`;

const factRow = ([label, value]: [string, string]): string =>
  `<tr><td style="padding:8px 16px 8px 0;border-bottom:1px solid ${colour.rule};font:400 15px/22px ${sans};color:${colour.ink3};vertical-align:top;white-space:nowrap">${prose(label)}</td><td width="100%" style="padding:8px 0;border-bottom:1px solid ${colour.rule};font:400 15px/22px ${sans};color:${colour.ink}">${prose(value)}</td></tr>`;

const money = `text-align:right;white-space:nowrap;vertical-align:top;font-variant-numeric:tabular-nums lining-nums`;

const lineRow = ([label, amount, reason]: [string, string, string?]): string =>
  `<tr><td style="padding:10px 16px;border-bottom:1px solid ${colour.breakdownRule};font:400 17px/24px ${sans};color:${colour.ink}">${prose(label)}${reason ? `<br><span style="font:400 15px/22px ${sans};color:${colour.ink3}">${prose(reason)}</span>` : ""}</td><td style="padding:10px 16px;border-bottom:1px solid ${colour.breakdownRule};font:400 17px/24px ${sans};color:${colour.ink};${money}">${escapeHtml(amount)}</td></tr>`;

const totalRow = ([label, amount]: [string, string]): string =>
  `<tr><td style="padding:14px 16px;border-top:1px solid ${colour.ink};border-bottom:3px double ${colour.ink};font:600 17px/24px ${sans};color:${colour.ink}">${prose(label)}</td><td style="padding:14px 16px;border-top:1px solid ${colour.ink};border-bottom:3px double ${colour.ink};font:500 24px/30px ${serif};color:${colour.ink};${money}">${escapeHtml(amount)}</td></tr>`;

const breakdownRows = ({ lines = [], total }: MailContent): string =>
  lines.length > 0 || total
    ? table(lines.map(lineRow).join("") + (total ? totalRow(total) : ""), `background:${colour.breakdownGround}`)
    : "";

const button = (label: string, link: string, pen: string): string =>
  `<p style="margin:8px 0 24px"><a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 24px;border-radius:3px;background:${pen};color:${colour.onPen};font:600 17px/24px ${sans};text-decoration:none">${escapeHtml(label)}</a></p><p style="margin:0 0 16px;font:400 15px/22px ${sans};color:${colour.ink3}">Or open this address: <a href="${escapeHtml(link)}" style="color:${pen};word-break:break-all">${escapeHtml(link)}</a></p>`;

/** The mail carries it; no address is asked. */
export const iconId = "icon@shop";
const iconInside = `<img src="cid:${iconId}" width="28" height="28" alt="" style="vertical-align:middle;margin-right:10px">`;

const runOf =
  ({ baseUrl, pen }: Frame) =>
  ({ text, strong, em, to }: MailRun): string => {
    const marked = `${strong ? "<strong>" : ""}${em ? "<em>" : ""}${prose(text)}${em ? "</em>" : ""}${strong ? "</strong>" : ""}`;
    const address = to && addressOf(to, baseUrl);
    return address ? `<a href="${escapeHtml(address)}" style="color:${pen}">${marked}</a>` : marked;
  };

/** A block of an operator's text; what stands under the button is small print. */
function ownBlockRow(
  block: MailBlock,
  frame: Frame,
  made: Readonly<Record<"button" | "details" | "amounts", string>>,
  small: boolean,
) {
  if (block.kind === "part") return made[block.name];
  const print = (of: readonly MailRun[]) => of.map(runOf(frame)).join("");
  const size = small ? `font-size:15px;line-height:22px;color:${colour.ink2};` : "";
  const p = `margin:0 0 16px;font:400 17px/26px ${sans};color:${colour.ink};${size}`;
  if (block.kind === "list") {
    const tag = block.ordered ? "ol" : "ul";
    return `<${tag} style="${p}padding-left:24px">${block.items.map((item) => `<li>${print(item)}</li>`).join("")}</${tag}>`;
  }
  if (block.kind === "heading")
    return `<h2 style="margin:24px 0 8px;font:600 19px/26px ${sans};color:${colour.ink}">${print(block.of)}</h2>`;
  const quote = block.kind === "quote" ? `padding-left:16px;border-left:3px solid ${colour.rule};` : "";
  return `<p style="${p}${quote}">${print(block.of)}</p>`;
}

type Frame = { link: string | null; siteName: string; baseUrl: string; pen: string; hasIcon: boolean };

/** The mail as HTML: one sheet on a ground, styles on each element, nothing loaded from anywhere. */
function htmlPart(content: MailContent, frame: Frame): string {
  const made = {
    button: content.button && frame.link ? button(content.button.label, frame.link, frame.pen) : "",
    details: content.facts?.length
      ? table(content.facts.map(factRow).join(""), `border-top:1px solid ${colour.rule}`)
      : "",
    amounts: breakdownRows(content),
  };
  const { body } = content;
  const buttonAt = body?.findIndex((block) => block.kind === "part" && block.name === "button") ?? -1;
  const inside = [
    `<h1 style="margin:0 0 16px;font:420 30px/36px ${serif};letter-spacing:-0.018em;color:${colour.ink}">${prose(content.title)}</h1>`,
    ...(body
      ? body.map((block, at) => ownBlockRow(block, frame, made, buttonAt !== -1 && at > buttonAt))
      : [
          ...content.paragraphs.map((text) => paragraph(text)),
          ...[made.details, made.amounts, made.button],
          ...(content.after ?? []).map((text) =>
            paragraph(text, `font-size:15px;line-height:22px;color:${colour.ink2};`),
          ),
        ]),
  ].join("\n");
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light"><title>${escapeHtml(content.title)}</title></head>
<body style="margin:0;background:${colour.ground}">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="background:${colour.ground}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="600" cellspacing="0" cellpadding="0" style="width:100%;max-width:600px">
<tr><td style="padding:0 4px 16px;font:500 20px/30px ${serif};color:${colour.ink}">${frame.hasIcon ? iconInside : ""}${escapeHtml(frame.siteName)}</td></tr>
<tr><td style="padding:32px 24px 16px;background:${colour.sheet};border:1px solid ${colour.rule};border-radius:4px">
${inside}
</td></tr>
<tr><td style="padding:16px 4px;font:400 15px/22px ${sans};color:${colour.ink3}">${escapeHtml(frame.siteName)} · <a href="${escapeHtml(frame.baseUrl)}" style="color:${colour.ink3}">${escapeHtml(frame.baseUrl)}</a></td></tr>
</table></td></tr></table>
</body></html>
`;
}
