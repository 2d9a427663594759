import { type OtherAddresses, type OwnSource, slugProblem } from "#src/modules/operator/index.server.ts";
import { counted } from "#src/shared/counted.ts";
import type { FieldError } from "#src/shared/outcome.ts";

/** The other pages of the operator's own: their addresses, and which of them stand in the menu and the footer. */
export type OtherPages = OtherAddresses & { placed: Readonly<Record<"menu" | "footer", readonly string[]>> };

/** How many pages of the operator's own each has room for. */
const room = { menu: 1, footer: 6 } as const;

/** How many letters a name has room for. */
const most = { menu: 20, footer: 40, address: 40 } as const;

function labelErrors({ label, place }: OwnSource): FieldError[] {
  const length = [...label.trim()].length;
  if (length === 0) return [{ path: "label", message: "Write the name that the menu and the footer show." }];
  if (length <= most[place]) return [];
  const where = place === "menu" ? " in the menu" : "";
  return [{ path: "label", message: `At most ${most[place]} characters${where}. It has ${length}.` }];
}

function placeErrors(place: OwnSource["place"], { placed }: OtherPages): FieldError[] {
  if (place === "address" || placed[place].length < room[place]) return [];
  const names = placed[place].map((label) => `“${label}”`).join(", ");
  const message = `The ${place} has room for ${counted(room[place], "page")} of your own. Take ${room[place] === 1 ? "this one" : "one of these"} out first: ${names}.`;
  return [{ path: "place", message }];
}

/** What keeps the name, the address or the place of a page of the operator's own from being published. */
export function ownErrors(own: OwnSource, others: OtherPages): FieldError[] {
  const wrong = slugProblem(own.slug, others);
  return [...labelErrors(own), ...(wrong ? [{ path: "slug", message: wrong }] : []), ...placeErrors(own.place, others)];
}
