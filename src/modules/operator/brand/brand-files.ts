import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { readPastSetting, readSetting } from "#src/platform/settings.ts";
import { brandPictures } from "../tables.ts";
import {
  type Brand,
  type BrandChoice,
  type BrandPicture,
  brandSetting,
  choiceOf,
  colourOf,
  isShipped,
} from "./brand.ts";
import { darkColours, lightColours, type Shades } from "./colour.ts";
import { pairClasses, pairRules, pairSheet } from "./type-pairs.ts";

const values = ({ pen, strong, tint, line, chart }: Shades): string =>
  [
    `--color-pen:${pen}`,
    `--color-pen-strong:${strong}`,
    `--color-pen-tint:${tint}`,
    `--color-pen-line:${line}`,
    `--color-chart-1:${pen}`,
    `--color-chart-2:${chart}`,
  ].join(";");

/** Heavier than the product's `:root`, whose sheets also come later: those of pages that the browser fetches ahead. */
const root = ":root:root";

/** Replaces the values of ui/styles/tokens.css, in the same two ways into the dark. Paper keeps its black. */
function colourRules(colour: string): string {
  const { shades: light } = lightColours(colour);
  const { shades: dark } = darkColours(colour);
  return (
    `@media screen{${root}{${values(light)}}${root}[data-theme="dark"]{${values(dark)}}` +
    `@media (prefers-color-scheme:dark){${root}:not([data-theme]){${values(dark)}}}}` +
    `${root} .theme-page .light{--hand:${light.pen}}${root} .theme-page .dark{--hand:${dark.pen}}`
  );
}

/** At the top of a page a logo is at most this high and wide, in pixels. */
const room = { height: 32, width: 184 };

const sizeOf = ({ width, height }: BrandPicture): string => {
  const wide = Math.min(room.width, Math.max(16, Math.round((width / height) * room.height)));
  return `width:${wide}px;max-width:44vw`;
};

const image = ({ id, type }: BrandPicture): string => `background-image:url(/brand/${id}.${type})`;

/** The logo in the place of the product's mark and of the name, which is read aloud still. Paper has the light one. */
function logoRules({ light, dark }: BrandChoice): string {
  const first = light ?? dark;
  if (!first) return "";
  const onDark = dark && dark !== first ? image(dark) : "";
  return (
    `${root} .wordmark{${image(first)};${sizeOf(first)};flex:none;position:relative;box-sizing:border-box;height:44px;padding-block:6px;` +
    "background-position:0 50%;background-size:contain;background-repeat:no-repeat;background-origin:content-box;" +
    `print-color-adjust:exact}${root} .wordmark>svg{display:none}${root} .wordmark>span{position:absolute;width:1px;height:1px;` +
    "overflow:hidden;clip-path:inset(50%)}" +
    (onDark &&
      `@media screen{${root}[data-theme="dark"] .wordmark{${onDark}}` +
        `@media (prefers-color-scheme:dark){${root}:not([data-theme]) .wordmark{${onDark}}}}`)
  );
}

/** The style sheet of a brand, which goes after those of the product; "" for the product as it is shipped. */
export const brandStyles = (brand: BrandChoice): string =>
  (brand.colour === "" ? "" : colourRules(brand.colour)) + logoRules(brand) + pairRules(brand.pair, root);

/** The same for a page that asks for nothing: no picture can come, so the shop's name stands alone. */
export const offlineStyles = (brand: BrandChoice): string =>
  (brand.colour === "" ? "" : colourRules(brand.colour)) +
  (brand.light || brand.dark ? `${root} .wordmark>svg{display:none}` : "");

/** Sizes that browsers, home screens and e-mails ask for. */
const iconSizes = [180, 192, 512] as const;
type IconSize = (typeof iconSizes)[number];

/** The bytes of a picture; null: it is not kept any more. */
async function pictureBytes(db: Database, id: string): Promise<Buffer | null> {
  const [row] = await db.select({ data: brandPictures.data }).from(brandPictures).where(eq(brandPictures.id, id));
  return row ? Buffer.from(row.data, "base64") : null;
}

/** The product's mark in white on the main colour. */
const drawnMark = (colour: string): Buffer =>
  Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32" viewBox="0 0 32 32">' +
      `<rect width="32" height="32" rx="6" fill="${colour}"/><path d="M5 20.5h7L16 11l4 9.500h7" fill="none" ` +
      'stroke="#FDFCF9" stroke-width="2.6" stroke-linejoin="round" stroke-linecap="round"/></svg>',
  );

/** A logo that is nearly a square is an icon, too. */
const isSquarish = ({ width, height }: Pick<BrandPicture, "width" | "height">): boolean =>
  width / height < 1.4 && height / width < 1.4;

const paper = "#FDFCF9";

/** The icon as PNG: the shop's own, else its logo if that is nearly a square, else the product's mark in the main colour. */
async function drawIcon(db: Database, brand: BrandChoice, size: IconSize): Promise<Uint8Array<ArrayBuffer>> {
  const { default: sharp } = await import("sharp");
  const picture = brand.icon ?? (brand.light && isSquarish(brand.light) ? brand.light : null);
  const own = picture && (await pictureBytes(db, picture.id));
  const of = own && picture ? { bytes: own, side: Math.max(picture.width, picture.height) } : null;
  const { bytes, side } = of ?? { bytes: drawnMark(colourOf(brand)), side: 32 };
  const inset = of && !brand.icon ? Math.round(size * 0.12) : 0;
  const drawn = sharp(bytes, {
    density: Math.min(2_400, Math.max(1, (72 * size) / side)),
    limitInputPixels: 40_000_000,
  })
    .resize(size - 2 * inset, size - 2 * inset, { fit: "contain", background: "#0000" })
    .extend({ top: inset, bottom: inset, left: inset, right: inset, background: inset > 0 ? paper : "#0000" });
  // Home screens that know no clear parts show them black.
  const whole = size === 180 || inset > 0 ? drawn.flatten({ background: paper }) : drawn;
  return new Uint8Array(await whole.timeout({ seconds: 5 }).png().toBuffer());
}

/** `lasting`: never anything else at this address. */
export type BrandFile = { type: string; bytes: Uint8Array<ArrayBuffer>; lasting: boolean };
/** What every page of a shop with a brand names in its head; `icons` is the address of an icon up to its size. */
export type PageBrand = {
  colour: string;
  styles: string;
  icons: string;
  ownMark: boolean;
  /** The style sheet with its typefaces; null: those of the product. */
  fonts: string | null;
};

const most = 100;
const kept = new WeakMap<Runtime, Map<string, BrandFile>>();
const shown = new WeakMap<Runtime, PageBrand | null>();

function keep(runtime: Runtime, name: string, type: string, bytes: Uint8Array<ArrayBuffer>): BrandFile {
  const files = kept.get(runtime) ?? new Map<string, BrandFile>();
  if (files.size >= most) files.clear();
  kept.set(runtime, files);
  const file = { type, bytes, lasting: true };
  files.set(name, file);
  return file;
}

/** What the addresses of a brand begin with: it changes with all that is made from it, so browsers keep them for good. */
function markOf(brand: Brand): string {
  const of = createHash("sha256")
    .update(brandStyles(brand))
    .update(JSON.stringify(choiceOf(brand)));
  return `${brand.number}-${of.digest("hex").slice(0, 12)}`;
}

const keepStyles = (runtime: Runtime, brand: Brand): BrandFile =>
  keep(runtime, `${markOf(brand)}.css`, "text/css; charset=utf-8", new TextEncoder().encode(brandStyles(brand)));

/** What pages name of the shop's brand now; null for the product as it is shipped. At most one second old. */
export async function pageBrand(runtime: Runtime): Promise<PageBrand | null> {
  const brand = await runtime.settings.get(brandSetting);
  const page = isShipped(brand) ? null : pageOf(runtime, brand);
  shown.set(runtime, page);
  return page;
}

function pageOf(runtime: Runtime, brand: Brand): PageBrand {
  const mark = markOf(brand);
  if (!keptBrandFile(runtime, `${mark}.css`)) keepStyles(runtime, brand);
  return {
    colour: colourOf(brand),
    styles: `/brand/${mark}.css`,
    icons: `/brand/${mark}-`,
    ownMark: brand.icon !== null || brand.light !== null,
    fonts: pairSheet(brand.pair),
  };
}

/** A link in the head of every page. */
export type BrandLink = { rel: string; href: string; type?: string; color?: string };

/** What pages link of the shop's brand; null for the product as it is shipped. */
export async function brandLinks(runtime: Runtime): Promise<readonly BrandLink[] | null> {
  const brand = await pageBrand(runtime);
  if (!brand) return null;
  const { styles, icons, colour, ownMark, fonts } = brand;
  return [
    ...(fonts ? [{ rel: "stylesheet", href: fonts }] : []),
    { rel: "stylesheet", href: styles },
    { rel: "icon", href: `${icons}192.png`, type: "image/png" },
    { rel: "apple-touch-icon", href: `${icons}180.png` },
    ...(ownMark ? [] : [{ rel: "mask-icon", href: "/pinned.svg", color: colour }]),
  ];
}

/** What the last page of this process named, for pages that ask nobody. */
export const lastPageBrand = (runtime: Runtime): PageBrand | null => shown.get(runtime) ?? null;

/** A file under `/brand/` that this process made already. */
export const keptBrandFile = (runtime: Runtime, name: string): BrandFile | null => kept.get(runtime)?.get(name) ?? null;

/** The shop's icon for e-mails and documents; null for the product as it is shipped. */
export async function brandIcon(runtime: Runtime): Promise<Uint8Array<ArrayBuffer> | null> {
  const brand = await pageBrand(runtime);
  return brand && ((await brandFile(runtime, `${brand.icons.replace("/brand/", "")}192.png`))?.bytes ?? null);
}

/** The brand that an address was made from: the newest past every cache, since another process may know it sooner. */
async function brandOfVersion({ db }: Runtime, version: number): Promise<Brand | null> {
  const newest = await readSetting(db, brandSetting);
  return version === newest.version ? newest.value : await readPastSetting(db, brandSetting, version);
}

const madeName = /^((\d{1,6})-[0-9a-f]{12})(?:\.css|-(180|192|512)\.png)$/;
/** Every pair of typefaces under a class, for the page on which one is chosen. */
const pairsName = "pairs.css";
const pictureName = /^([0-9a-f]{32})\.(svg|png)$/;
const pictureTypes = { svg: "image/svg+xml", png: "image/png" };

async function madeFile(runtime: Runtime, name: string, [, mark, version, size]: RegExpExecArray) {
  const brand = await brandOfVersion(runtime, Number(version));
  if (!brand) return null;
  const icon = iconSizes.find((one): one is IconSize => String(one) === size);
  // A process of another release makes another one of the same brand: better than none, for this once.
  const isOurs = markOf(brand) === mark;
  if (!size) return isOurs ? keepStyles(runtime, brand) : { ...keepStyles(runtime, brand), lasting: false };
  return icon && isOurs ? keep(runtime, name, pictureTypes.png, await drawIcon(runtime.db, brand, icon)) : null;
}

/** A file under `/brand/`, also of an older version that an open page still names; null: there is none. */
export async function brandFile(runtime: Runtime, name: string): Promise<BrandFile | null> {
  const own = keptBrandFile(runtime, name);
  if (own) return own;
  if (name === pairsName)
    return { type: "text/css; charset=utf-8", bytes: new TextEncoder().encode(pairClasses()), lasting: false };
  const made = madeName.exec(name);
  if (made) return madeFile(runtime, name, made);
  const [, id, type] = pictureName.exec(name) ?? [];
  const bytes = id ? await pictureBytes(runtime.db, id) : null;
  if (!bytes || (type !== "svg" && type !== "png")) return null;
  // The ending says what it is: the bytes of one kind are never sent as the other.
  const isPng = bytes.subarray(1, 4).toString("latin1") === "PNG";
  return isPng === (type === "png") ? keep(runtime, name, pictureTypes[type], new Uint8Array(bytes)) : null;
}
