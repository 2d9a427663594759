import { findContacts, type IsShown, maskContacts, maskContactsAcross } from "#src/shared/contact-details.ts";
import { listedContacts } from "#src/shared/hidden-contacts.ts";
import { Refused } from "./results.ts";
import { escapeXml, unescapeXml } from "./xml/scan.ts";

// Ways to reach somebody in what stands beside the text of a work: properties, descriptions, headings, remarks, links.

/** Nobody reads a document first: what only may be a contact detail stays in it. */
const isUnsure: IsShown = (_, kind) => kind === "unsure";

export const masked = (text: string): string => maskContacts(text, "", isUnsure).text;

/** Texts that belong together, as they stand in a part of XML, without contact details, split ones too. */
export function maskedTexts(raws: readonly string[]): readonly string[] {
  const texts = raws.map(unescapeXml);
  return maskContactsAcross(texts, isUnsure).map((text, at) =>
    text === texts[at] ? (raws[at] ?? "") : escapeXml(text),
  );
}
export const maskedRaw = (raw: string): string => maskedTexts([raw])[0] ?? raw;

/** The first contact detail that is no number: data and names of files are full of digits. */
const firstReach = (text: string) => findContacts(text, "", isUnsure).find(({ kind }) => kind !== "number");

/** Whether an address or a formula leads to a person: a mailbox, a messenger, somebody's own page. */
export const leadsToPerson = (target: string): boolean => firstReach(target) !== undefined;

/** A value of any attribute without an e-mail address; its digits can be ids, and stay. */
export const withoutMail = (value: string): string =>
  /[@\uff20\ufe6b]/.test(value) && findContacts(value).some(({ kind }) => kind === "email") ? masked(value) : value;

/** Refuses a name that formulas refer to, because it cannot be changed alone. */
export function refuseNamed(what: string, name: string): void {
  const found = firstReach(name);
  if (!found) return;
  throw new Refused(
    "unsupported",
    `The name of ${what} holds ${listedContacts([found.kind])}. Rename it, and send it again.`,
  );
}

/** A contact detail at the edge of two portions is at most this long. */
const overlap = 1_000;

/** Refuses a text, handed on in portions, at its first contact detail that is no number. */
export function contactWatch(): (portion: string) => void {
  let tail = "";
  let line = 1;
  return (portion) => {
    const text = tail + portion;
    const found = firstReach(text);
    if (found) {
      const at = line + text.slice(0, found.from).split("\n").length - 1;
      const what = listedContacts([found.kind]);
      throw new Refused("unsupported", `Line ${at} of the file holds ${what}. Take it out, and send the file again.`);
    }
    tail = text.slice(-overlap);
    line += text.slice(0, text.length - tail.length).split("\n").length - 1;
  };
}
