import { andList } from "./counted.ts";

/** What a message may not carry from one side to the other, in the words that stand in its place. */
const contactNames = {
  email: "e-mail address",
  number: "number",
  link: "link to a messenger",
  account: "account name",
  name: "name",
  /** Support looks at it. */
  unsure: "possible contact",
} as const;
export type ContactKind = keyof typeof contactNames;

/** What stands in the place of a hidden part; plain text, so that mails, exports and screen readers say it, too. */
export const hiddenLabel = (kind: ContactKind): string => `[${contactNames[kind]} hidden]`;

const marks = Object.keys(contactNames).map((kind) => hiddenLabel(kind as ContactKind));

/** The kinds of contact details that are hidden in a masked text. */
export const kindsHiddenIn = (text: string): ContactKind[] =>
  (Object.keys(contactNames) as ContactKind[]).filter((kind) => text.includes(hiddenLabel(kind)));

/** A masked text in pieces; `hidden` ones stand for what was taken out. */
export function maskedPieces(text: string): readonly { text: string; hidden: boolean; at: number }[] {
  const pieces: { text: string; hidden: boolean; at: number }[] = [];
  let at = 0;
  for (const part of text.split(/(\[[a-z -]{6,20} hidden\])/)) {
    if (part !== "") pieces.push({ text: part, hidden: marks.includes(part), at });
    at += part.length;
  }
  return pieces;
}

const article = (name: string): string => (/^[aeiou]/.test(name) ? `an ${name}` : `a ${name}`);

/** "an e-mail address and a number" */
export const listedContacts = (kinds: readonly ContactKind[]): string =>
  andList(kinds.map((kind) => article(contactNames[kind])));
