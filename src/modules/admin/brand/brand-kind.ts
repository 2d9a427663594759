import { type Brand, type BrandChoice, brandSetting, choiceOf } from "#src/modules/operator/index.server.ts";
import { judgeColour, readColour, shippedColour } from "#src/modules/operator/index.ts";
import type { DraftKind } from "../drafts/draft-kind.ts";
import { brandLabels } from "./brand-labels.ts";

/** The colour that a typed one is kept as; "" is the shipped one. */
const keptColour = (typed: string): string => {
  const colour = readColour(typed) ?? typed.trim();
  return colour === shippedColour ? "" : colour;
};

/** How the shop looks, as it is drafted and published. */
export const brandKind: DraftKind<BrandChoice, Brand> = {
  setting: brandSetting,
  labels: brandLabels,
  published: "another look",
  read: choiceOf,
  write: (choice, stamp) => ({ ...choice, colour: keptColour(choice.colour), ...stamp }),
  check: async ({ colour }) => {
    const judged = colour.trim() === "" ? null : judgeColour(colour);
    return judged && !judged.ok ? [{ path: "colour", message: judged.why }] : [];
  },
};
