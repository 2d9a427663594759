import { eq } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { brandPictures } from "../tables.ts";
import { type BrandChoice, type BrandPicture, colourOf } from "./brand.ts";

/** Sizes that browsers, home screens and e-mails ask for. */
export const iconSizes = [180, 192, 512] as const;
export type IconSize = (typeof iconSizes)[number];

/** The bytes of a picture; null: it is not kept any more. */
export async function pictureBytes(db: Database, id: string): Promise<Buffer | null> {
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
export async function drawIcon(db: Database, brand: BrandChoice, size: IconSize): Promise<Uint8Array<ArrayBuffer>> {
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
