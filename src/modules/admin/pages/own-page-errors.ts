import { type OtherAddresses, type OwnSource, slugProblem } from "#src/modules/operator/index.server.ts";
import { mostLetters, mostShown } from "#src/modules/operator/index.ts";
import type { FieldError } from "#src/shared/outcome.ts";

/** The other pages of the operator's own, and how many links menu and footer show without this page. */
export type OtherPages = OtherAddresses & { shown: Readonly<Record<"menu" | "footer", number>> };

/** How many links each has room for. */
const room = { menu: mostShown.menu, footer: mostShown.quick } as const;

/** How many letters a name has room for. */
const most = { menu: mostLetters.menu, footer: mostLetters.quick, address: 40 } as const;

function labelErrors({ label, place }: OwnSource): FieldError[] {
  const length = [...label.trim()].length;
  if (length === 0) return [{ path: "label", message: "Write the name that the menu and the footer show." }];
  if (length <= most[place]) return [];
  const where = place === "menu" ? " in the menu" : "";
  return [{ path: "label", message: `At most ${most[place]} characters${where}. It has ${length}.` }];
}

function placeErrors(place: OwnSource["place"], { shown }: OtherPages): FieldError[] {
  if (place === "address" || shown[place] < room[place]) return [];
  const message = `The ${place} has room for ${room[place]} links, and all are in use. Hide one under “Menu and footer” first.`;
  return [{ path: "place", message }];
}

/** What keeps the name, the address or the place of a page of the operator's own from being published. */
export function ownErrors(own: OwnSource, others: OtherPages): FieldError[] {
  const wrong = slugProblem(own.slug, others);
  return [...labelErrors(own), ...(wrong ? [{ path: "slug", message: wrong }] : []), ...placeErrors(own.place, others)];
}
