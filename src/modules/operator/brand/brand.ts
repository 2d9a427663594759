import { z } from "zod";
import { defineSetting } from "#src/platform/settings.ts";
import { shippedColour } from "./colour.ts";
import { shippedPair, typePairs } from "./type-pairs.ts";

const picture = z.strictObject({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  type: z.enum(["svg", "png"]),
  /** Of the file that was sent. */
  name: z.string().max(120),
  bytes: z.int().positive(),
  width: z.int().positive(),
  height: z.int().positive(),
});
/** A logo or an icon; its bytes are in `brandPictures`. */
export type BrandPicture = z.infer<typeof picture>;

const schema = z.strictObject({
  /** The setting's own version: a part of the addresses that are made from it. */
  number: z.int().min(0),
  /** "#RRGGBB"; "": as the product is shipped. */
  colour: z
    .string()
    .regex(/^(?:#[0-9A-F]{6})?$/)
    .default(""),
  /** The logo on light ground, in the place of mark and name; and on dark ground, where another one is wanted. */
  light: picture.nullable().default(null),
  dark: picture.nullable().default(null),
  /** For browser tabs and home screens. */
  icon: picture.nullable().default(null),
  /** The typefaces of titles and text. */
  pair: z.enum(typePairs).default(shippedPair),
  /** Who published it, and when. */
  by: z.string().max(80).default(""),
  at: z.iso.datetime().or(z.literal("")).default(""),
});

export type Brand = z.infer<typeof schema>;
/** What a person chooses of it. */
export type BrandChoice = Omit<Brand, "number" | "by" | "at">;

const shippedBrand: BrandChoice = { colour: "", light: null, dark: null, icon: null, pair: shippedPair };

/** How the shop looks: its main colour, logo, icon and typefaces. Edited as a draft and published on a page of its own. */
export const brandSetting = defineSetting<Brand>({
  key: "brand",
  meaning:
    "the shop's main colour, logo and icon, on every page, in e-mails and documents, and on pictures beside links; the typefaces of its pages",
  schema,
  default: { number: 0, ...shippedBrand, by: "", at: "" },
});

export const choiceOf = ({ number: _number, by: _by, at: _at, ...choice }: Brand): BrandChoice => choice;

/** Whether nothing differs from the product as it is shipped: then pages carry nothing of a brand. */
export const isShipped = (choice: BrandChoice): boolean =>
  Object.entries(shippedBrand).every(([part, value]) => choice[part as keyof BrandChoice] === value);

/** The main colour, also of a shop that has none of its own. */
export const colourOf = ({ colour: own }: Pick<BrandChoice, "colour">): string => own || shippedColour;
