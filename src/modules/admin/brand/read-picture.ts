import { createHash } from "node:crypto";
import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from "saxes";
import type { BrandPicture } from "#src/modules/operator/index.server.ts";
import { escapeHtml } from "#src/shared/characters.ts";
import { done, invalid, type Outcome } from "#src/shared/outcome.ts";

export const slots = ["light", "dark", "icon"] as const;
export type Slot = (typeof slots)[number];

const mostBytes = 512 * 1024;
/** A PNG of more is not opened: a small file can hold a picture that fills the memory. */
const mostPixels = 16_000_000;
const least = { logo: 320, icon: 512 };

/** A picture as it is kept: cleaned, its size known. */
export type ReadPicture = { picture: BrandPicture; data: string };

const startsWith = (bytes: Buffer, ...signature: readonly number[]): boolean =>
  signature.every((byte, at) => bytes[at] === byte);

/** What a file is by its first bytes, whatever its name says. */
function kindOf(bytes: Buffer): "png" | "svg" | "JPEG" | "GIF" | "WebP" | "PDF" | null {
  if (startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return "png";
  if (startsWith(bytes, 0xff, 0xd8, 0xff)) return "JPEG";
  if (startsWith(bytes, 0x47, 0x49, 0x46, 0x38)) return "GIF";
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46)) return "PDF";
  if (bytes.subarray(8, 12).toString("latin1") === "WEBP") return "WebP";
  return /^\uFEFF?\s*</.test(bytes.subarray(0, 200).toString("utf8")) ? "svg" : null;
}

type Drawn = { bytes: Buffer; type: "svg" | "png"; width: number; height: number };

const refusal = (slot: Slot, message: string) => invalid([{ path: slot, message }]);

/** Draws it once: what cannot be drawn here is shown nowhere. A PNG is written anew, so nothing travels along with it. */
async function drawn(bytes: Buffer, type: "svg" | "png"): Promise<Drawn | null> {
  const { default: sharp } = await import("sharp");
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: mostPixels, pages: 1, failOn: "error" })
      .timeout({ seconds: 5 })
      .png()
      .toBuffer({ resolveWithObject: true });
    return { bytes: type === "png" ? data : bytes, type, width: info.width, height: info.height };
  } catch {
    return null;
  }
}

/** Width and height as the head of a PNG says them, before any of it is opened. */
const headOf = (bytes: Buffer): { width: number; height: number } =>
  bytes.length < 24 ? { width: 0, height: 0 } : { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };

function wrongSize(
  slot: Slot,
  type: "svg" | "png",
  { width, height }: { width: number; height: number },
): string | null {
  if (slot === "icon") {
    if (Math.abs(width - height) > Math.max(width, height) * 0.02) return "An icon is square. This picture is not.";
    return type === "png" && width < least.icon
      ? `At least ${least.icon} pixels wide. This picture has ${width}.`
      : null;
  }
  return type === "png" && width < least.logo ? `At least ${least.logo} pixels wide. This picture has ${width}.` : null;
}

function cleaned(bytes: Buffer, slot: Slot): Outcome<{ bytes: Buffer; type: "svg" | "png" }> {
  const kind = kindOf(bytes);
  if (kind === "png") {
    const { width, height } = headOf(bytes);
    return width * height > mostPixels || width === 0
      ? refusal(slot, "This PNG has more than 16 million pixels. Save a smaller one.")
      : done({ bytes, type: "png" });
  }
  if (kind !== "svg")
    return refusal(
      slot,
      kind ? `This file is a ${kind}. Use SVG or PNG.` : "This file is not a picture. Use SVG or PNG.",
    );
  const clean = cleanSvg(bytes.toString("utf8"));
  return clean.ok
    ? done({ bytes: Buffer.from(clean.svg), type: "svg" })
    : refusal(slot, `This SVG cannot be used. ${clean.why}`);
}

/** A picture that somebody sends for a place of the brand: cleaned, or refused in words beside that place. */
export async function readPicture(slot: Slot, name: string, sent: Buffer): Promise<Outcome<ReadPicture>> {
  if (sent.length === 0) return refusal(slot, "Choose a file first.");
  if (sent.length > mostBytes) return refusal(slot, "Larger than 512\u00a0KB.");
  const clean = cleaned(sent, slot);
  if (!clean.ok) return clean;
  const picture = await drawn(clean.value.bytes, clean.value.type);
  if (!picture) return refusal(slot, "This picture cannot be shown. Save it again, then send it.");
  const { bytes, type, width, height } = picture;
  const wrong = wrongSize(slot, type, picture);
  if (wrong) return refusal(slot, wrong);
  const id = createHash("sha256").update(bytes).digest("hex").slice(0, 32);
  const shownName = name.replaceAll(/[\p{Cc}/\\]/gu, "").slice(-80) || `${slot}.${type}`;
  return done({
    picture: { id, type, name: shownName, bytes: bytes.length, width, height },
    data: bytes.toString("base64"),
  });
}

/** What a drawing of a logo needs, and nothing that runs, loads, links or moves. Names as SVG 2 writes them. */
const svgElements: ReadonlySet<string> = new Set([
  ...["svg", "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan", "title", "desc"],
  ...["defs", "linearGradient", "radialGradient", "stop", "clipPath", "mask", "symbol", "use"],
]);

const geometry = [
  ...["x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "fx", "fy", "fr", "dx", "dy", "width", "height"],
  ...["d", "points", "transform", "viewBox", "preserveAspectRatio", "pathLength", "offset", "rotate", "textLength"],
  ...["gradientUnits", "gradientTransform", "spreadMethod", "clipPathUnits", "maskUnits", "maskContentUnits"],
];
const presentation = [
  ...["fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin"],
  ...["stroke-miterlimit", "stroke-dasharray", "stroke-dashoffset", "stroke-opacity", "opacity", "color", "display"],
  ...["visibility", "clip-path", "clip-rule", "mask", "stop-color", "stop-opacity", "paint-order", "vector-effect"],
  ...["font-family", "font-size", "font-style", "font-weight", "letter-spacing", "text-anchor", "dominant-baseline"],
];

/** Attributes that a style sheet of the drawing may give too. */
const presentationAttributes: ReadonlySet<string> = new Set(presentation);
const svgAttributes: ReadonlySet<string> = new Set([...geometry, ...presentation, "id"]);

/** A value that names nothing outside of the drawing: `url(` and `href` lead to an id of it alone. */
const staysInside = (value: string): boolean =>
  !/url\s*\(/i.test(value.replaceAll(/url\(\s*(["']?)#[\w.-]+\1\s*\)/gi, "")) &&
  !/[\\<>{}@]|:\s*\/\/|javascript:/i.test(value);

const svgSpace = "http://www.w3.org/2000/svg";
const most = { elements: 20_000, depth: 64, uses: 50 };

type Attributes = Readonly<Record<string, string>>;
type CleanSvg = { ok: true; svg: string } | { ok: false; why: string };

/** Ends the reading; what it says is for the person who sent the file. */
class Refused extends Error {}

/** "fill:#fff;stroke:none" as attributes, those alone that a drawing may have. */
const declared = (text: string): Attributes =>
  Object.fromEntries(
    text.split(";").flatMap((one) => {
      const [name = "", ...value] = one.split(":");
      const [key, own] = [
        name.trim().toLowerCase(),
        value
          .join(":")
          .replace(/!important/i, "")
          .trim(),
      ];
      return presentationAttributes.has(key) && own !== "" && staysInside(own) ? [[key, own]] : [];
    }),
  );

/** Rules for classes, as drawing programs write them: ".a,.b{fill:#fff}". Every other rule is left out. */
function classRules(css: string, rules: Map<string, Attributes>): void {
  for (const rule of css.split("}")) {
    const [selectors = "", body = ""] = rule.split("{");
    for (const selector of selectors.split(",")) {
      const [, name] = /^\.([\w-]+)$/.exec(selector.trim()) ?? [];
      if (name) rules.set(name, { ...rules.get(name), ...declared(body) });
    }
  }
}

const valueIn = (tag: SaxesTagNS, local: string): string =>
  Object.values(tag.attributes).find((one) => one.local === local && one.prefix === "")?.value ?? "";

const isKept = ({ prefix, local, value }: SaxesAttributeNS): boolean =>
  prefix === "" && svgAttributes.has(local) && staysInside(value);

/** An element's attributes, the nearest last: of its classes, its own, of its `style`. */
function attributesOf(tag: SaxesTagNS, rules: ReadonlyMap<string, Attributes>): Attributes {
  const own = Object.values(tag.attributes).filter(isKept);
  const classes = valueIn(tag, "class").split(/\s+/);
  const shown: Record<string, string> = Object.assign({}, ...classes.map((name) => rules.get(name) ?? {}));
  for (const { local, value } of own) shown[local] ??= value;
  Object.assign(shown, declared(valueIn(tag, "style")));
  const inside = Object.values(tag.attributes).find(({ local }) => local === "href")?.value ?? "";
  if (tag.local === "use" && /^#[\w.-]+$/.test(inside)) shown.href = inside;
  return shown;
}

const written = (attributes: Attributes): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
    .join("");

/** Without a size of its own a drawing has the one of its view box. */
function rootAttributes(attributes: Attributes): Attributes {
  const { width = "", height = "", viewBox, ...rest } = attributes;
  const number = (text: string) => /^\s*(\d+(?:\.\d+)?)(?:px)?\s*$/.exec(text)?.[1];
  const [w, h] = [number(width), number(height)];
  const box = viewBox ?? (w && h ? `0 0 ${w} ${h}` : "");
  const [, , boxWidth = "", boxHeight = ""] = box.trim().split(/[\s,]+/);
  if (!(Number(boxWidth) > 0 && Number(boxHeight) > 0)) throw new Refused("It has no size. Give it a viewBox.");
  return { xmlns: svgSpace, ...rest, viewBox: box, width: boxWidth, height: boxHeight };
}

/**
 * Writes a drawing anew from the parts that it may have (svg-rules.ts): scripts, what is embedded or loaded from
 * elsewhere, events, links and movement are left out. Refused, with the reason in words, when it is no such drawing.
 */
export function cleanSvg(text: string): CleanSvg {
  const parser = new SaxesParser({ xmlns: true });
  const rules = new Map<string, Attributes>();
  const out: string[] = [];
  /** Of each open element: whether its tags are written, whether what is in it is left out, whether a `use` may show it. */
  const path: { tags: boolean; silent: boolean; shared: boolean; style: boolean }[] = [];
  let [elements, uses, css] = [0, 0, ""];
  parser.on("error", () => {
    throw new Refused("It is damaged: its text is not well-formed XML.");
  });
  parser.on("doctype", (type) => {
    if (type.includes("[")) throw new Refused("It declares entities. Save it as a plain SVG.");
  });
  parser.on("opentag", (tag) => {
    const outer = path.at(-1);
    elements += 1;
    if (elements > most.elements || path.length >= most.depth) throw new Refused("It has too many parts for a logo.");
    const isSvg = tag.uri === svgSpace;
    if (!outer && !(isSvg && tag.local === "svg")) throw new Refused("It is not an SVG.");
    const silent = outer?.silent === true || !isSvg || !(svgElements.has(tag.local) || tag.local === "a");
    const shared =
      outer?.shared === true || ["defs", "symbol"].includes(tag.local) || (!!outer && valueIn(tag, "id") !== "");
    if (!silent && tag.local === "use") {
      uses += 1;
      if (uses > most.uses || shared) throw new Refused("It repeats its parts too often. Save it as a plain SVG.");
    }
    const tags = !silent && tag.local !== "a";
    path.push({ tags, silent, shared, style: isSvg && tag.local === "style" });
    if (!tags) return;
    const attributes = attributesOf(tag, rules);
    out.push(`<${tag.local}${written(outer ? attributes : rootAttributes(attributes))}>`);
  });
  parser.on("text", (words) => {
    if (path.at(-1)?.style) css += words;
    else if (path.length > 0 && !path.at(-1)?.silent) out.push(escapeHtml(words));
  });
  parser.on("cdata", (words) => {
    if (path.at(-1)?.style) css += words;
  });
  parser.on("closetag", ({ local }) => {
    const ended = path.pop();
    if (ended?.style) {
      classRules(css, rules);
      css = "";
    }
    if (ended?.tags) out.push(`</${local}>`);
  });
  try {
    parser.write(text.replace(/^\uFEFF/, "")).close();
  } catch (error) {
    if (error instanceof Refused) return { ok: false, why: error.message };
    throw error;
  }
  const svg = out.join("");
  return /<(path|rect|circle|ellipse|line|polyline|polygon|text|use)\b/.test(svg)
    ? { ok: true, svg }
    : { ok: false, why: "Without its scripts, links and embedded files, nothing is left to show." };
}
