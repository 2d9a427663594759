import type { BrandChoice } from "#src/modules/operator/index.server.ts";
import { judgeColour, shippedColour } from "#src/modules/operator/index.ts";

type Part = keyof BrandChoice;

/** What a person calls the parts of a brand. */
export const partLabels: Readonly<Record<Part, string>> = {
  colour: "main colour",
  light: "light logo",
  dark: "dark logo",
  icon: "icon",
};

const parts = Object.keys(partLabels) as Part[];
const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The parts in which two brands differ. */
export const differing = (one: BrandChoice, other: BrandChoice): readonly Part[] =>
  parts.filter((part) => !same(one[part], other[part]));

/** What was published meanwhile, with what this draft changed: of a part that both changed, the draft's. */
export function mergeBrand(base: BrandChoice, draft: BrandChoice, published: BrandChoice): BrandChoice {
  const merged = { ...published };
  const keep = <P extends Part>(part: P) => {
    merged[part] = draft[part];
  };
  for (const part of differing(base, draft)) keep(part);
  return merged;
}

/** The brand that a draft would publish, or what is wrong with it, by its parts. */
export function readBrand(draft: BrandChoice): { brand: BrandChoice | null; errors: Partial<Record<Part, string>> } {
  if (draft.colour.trim() === "") return { brand: { ...draft, colour: "" }, errors: {} };
  const judged = judgeColour(draft.colour);
  if (!judged.ok) return { brand: null, errors: { colour: judged.why } };
  return { brand: { ...draft, colour: judged.colour === shippedColour ? "" : judged.colour }, errors: {} };
}
