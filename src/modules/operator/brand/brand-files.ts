import { createHash } from "node:crypto";
import type { Runtime } from "#src/platform/runtime.ts";
import { readPastSetting, readSetting } from "#src/platform/settings.ts";
import { type Brand, brandSetting, colourOf, isShipped } from "./brand.ts";
import { brandStyles } from "./stylesheet.ts";

/** `lasting`: never anything else at this address. */
export type BrandFile = { type: string; bytes: Uint8Array<ArrayBuffer>; lasting: boolean };
/** What every page of a shop with a brand names in its head. */
export type PageBrand = { colour: string; styles: string };

const most = 100;
const kept = new WeakMap<Runtime, Map<string, BrandFile>>();
const shown = new WeakMap<Runtime, PageBrand | null>();

function filesOf(runtime: Runtime): Map<string, BrandFile> {
  const files = kept.get(runtime) ?? new Map<string, BrandFile>();
  if (files.size >= most) files.clear();
  kept.set(runtime, files);
  return files;
}

/** The style sheet with its address, which changes with every byte of it: browsers keep it for good. */
function sheetOf(brand: Brand): { name: string; file: BrandFile } {
  const text = brandStyles(brand);
  const mark = createHash("sha256").update(text).digest("hex").slice(0, 12);
  const bytes = new TextEncoder().encode(text);
  return { name: `${brand.number}-${mark}.css`, file: { type: "text/css; charset=utf-8", bytes, lasting: true } };
}

/** What pages name of the shop's brand now; null for the product as it is shipped. At most one second old. */
export async function pageBrand(runtime: Runtime): Promise<PageBrand | null> {
  const brand = await runtime.settings.get(brandSetting);
  const page = isShipped(brand) ? null : pageOf(runtime, brand);
  shown.set(runtime, page);
  return page;
}

function pageOf(runtime: Runtime, brand: Brand): PageBrand {
  const { name, file } = sheetOf(brand);
  filesOf(runtime).set(name, file);
  return { colour: colourOf(brand), styles: `/brand/${name}` };
}

/** What the last page of this process named, for pages that ask nobody. */
export const lastPageBrand = (runtime: Runtime): PageBrand | null => shown.get(runtime) ?? null;

/** A file under `/brand/` that this process made already. */
export const keptBrandFile = (runtime: Runtime, name: string): BrandFile | null => kept.get(runtime)?.get(name) ?? null;

/** The brand that an address was made from: the newest past every cache, since another process may know it sooner. */
async function brandOfVersion({ db }: Runtime, version: number): Promise<Brand | null> {
  const newest = await readSetting(db, brandSetting);
  return version === newest.version ? newest.value : await readPastSetting(db, brandSetting, version);
}

/** A file under `/brand/`, also of an older version that an open page still names; null: there is none. */
export async function brandFile(runtime: Runtime, name: string): Promise<BrandFile | null> {
  const own = keptBrandFile(runtime, name);
  if (own) return own;
  const [, version] = /^(\d{1,6})-[0-9a-f]{12}\.css$/.exec(name) ?? [];
  const brand = version ? await brandOfVersion(runtime, Number(version)) : null;
  const sheet = brand && sheetOf(brand);
  if (!sheet) return null;
  // A process of another release makes another one of the same brand: better than none, for this once.
  if (sheet.name !== name) return { ...sheet.file, lasting: false };
  filesOf(runtime).set(name, sheet.file);
  return sheet.file;
}
