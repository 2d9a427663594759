import { drawnLine } from "#src/platform/documents/fonts.ts";

type CardLine = { label: string; value: string };
/** `pen`: the shop's main colour; `icon`: its own mark, a PNG, null where it has none. */
export type Card = { shop: string; pen: string; icon: Uint8Array | null; title: string; lines: readonly CardLine[] };

const size = { width: 1200, height: 630 };
/** The light theme's ground, ink, slip and rule (ui/styles/tokens.css), as sRGB. */
const colors = {
  ground: "#f5f2eb",
  ink: "#171b26",
  soft: "#4a5060",
  breakdownGround: "#e8eefc",
  rule: "#bfcbe9",
};

type Text = { text: string; x: number; y: number; size: number; weight: 400 | 600; color: string; end?: boolean };

async function drawn({ text, x, y, size: points, weight, color, end }: Text): Promise<string> {
  const { svg, width } = await drawnLine(text, weight, points);
  return `<g fill="${color}" transform="translate(${end ? x - width : x} ${y})">${svg}</g>`;
}

/** Words on as many lines of the width as they need, at most three. */
async function linesOf(title: string, points: number, width: number): Promise<string[]> {
  const lines: string[] = [];
  for (const word of title.split(/\s+/)) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    const fits = (await drawnLine(longer, 600, points)).width <= width;
    if (last !== undefined && fits) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.slice(0, 3);
}

const markOf = (pen: string, icon: Uint8Array | null): string =>
  icon
    ? `<image x="72" y="60" width="72" height="72" href="data:image/png;base64,${Buffer.from(icon).toString("base64")}"/>`
    : `<path d="M72 108h20l14-34 14 34h20" fill="none" stroke="${pen}" stroke-width="6" stroke-linejoin="round" stroke-linecap="round"/>`;

/** The picture that other sites show beside a link: the shop, what the page sells, and its figures on a slip. PNG, 1200 by 630. */
export async function socialCard({ shop, pen, icon, title, lines }: Card): Promise<Uint8Array<ArrayBuffer>> {
  const titleLines = await linesOf(title, 72, 540);
  const parts = await Promise.all([
    drawn({ text: shop, x: 164, y: 110, size: 38, weight: 600, color: colors.ink }),
    ...titleLines.map((text, at) => drawn({ text, x: 72, y: 290 + at * 84, size: 72, weight: 600, color: colors.ink })),
    drawn({
      text: "Every line of the price, before you order",
      x: 72,
      y: 556,
      size: 27,
      weight: 400,
      color: colors.soft,
    }),
    drawn({ text: "Your price", x: 716, y: 152, size: 36, weight: 600, color: colors.ink }),
    ...lines
      .slice(0, 5)
      .flatMap(({ label, value }, at) => [
        drawn({ text: label, x: 716, y: 236 + at * 72, size: 28, weight: 400, color: colors.ink }),
        drawn({ text: value, x: 1088, y: 236 + at * 72, size: 28, weight: 600, color: pen, end: true }),
      ]),
  ]);
  const rules = [180, ...lines.slice(0, 5).map((_, at) => 262 + at * 72)].map(
    (y) => `<path d="M716 ${y}H1088" stroke="${colors.rule}" stroke-width="2"/>`,
  );
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">` +
    `<rect width="100%" height="100%" fill="${colors.ground}"/>` +
    markOf(pen, icon) +
    `<rect x="672" y="88" width="460" height="468" rx="6" fill="${colors.breakdownGround}" stroke="${colors.rule}" stroke-width="2"/>` +
    `${rules.join("")}${parts.join("")}</svg>`;
  const { default: sharp } = await import("sharp");
  return new Uint8Array(await sharp(Buffer.from(svg)).png({ palette: true }).toBuffer());
}
