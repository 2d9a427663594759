import { escapeHtml } from "#src/shared/characters.ts";
import { addressOf, type MailBlock, type MailContent, type MailRun } from "./content.ts";

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

const breakdown = ({ lines = [], total }: MailContent): string =>
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
function ownBlock(
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
export function htmlPart(content: MailContent, frame: Frame): string {
  const made = {
    button: content.button && frame.link ? button(content.button.label, frame.link, frame.pen) : "",
    details: content.facts?.length
      ? table(content.facts.map(factRow).join(""), `border-top:1px solid ${colour.rule}`)
      : "",
    amounts: breakdown(content),
  };
  const { body } = content;
  const buttonAt = body?.findIndex((block) => block.kind === "part" && block.name === "button") ?? -1;
  const inside = [
    `<h1 style="margin:0 0 16px;font:420 30px/36px ${serif};letter-spacing:-0.018em;color:${colour.ink}">${prose(content.title)}</h1>`,
    ...(body
      ? body.map((block, at) => ownBlock(block, frame, made, buttonAt !== -1 && at > buttonAt))
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
