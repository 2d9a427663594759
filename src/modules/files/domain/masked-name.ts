import { type HiddenPart, maskContacts } from "#src/shared/contact-details.ts";

/** A name often has lines where a text has spaces; the marks around hidden parts are none for a file. */
function maskedPart(part: string, owner: string): string {
  const { text, kinds } = maskContacts(part.replaceAll("_", " "), owner);
  return kinds.length > 0 ? text.replace(/[[\]]/g, "").trim() : part;
}

/** What of a name others do not read. */
export const hiddenInName = (name: string): readonly HiddenPart[] =>
  maskedName(name) === name ? [] : maskContacts(name.replaceAll("_", " ")).parts;

/** The name under which others get a file: contact details and the `owner`'s name in it are words, its ending stays. */
export function maskedName(name: string, owner = ""): string {
  const ending = /\.[a-z0-9]{1,10}$/i.exec(name)?.[0] ?? "";
  return maskedPart(`${maskedPart(name.slice(0, name.length - ending.length), owner)}${ending}`, owner);
}
