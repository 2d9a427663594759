import { isMailAddress } from "#src/shared/mail-address.ts";
import { isOwnPath } from "#src/shared/next.ts";
import type { MailBlock, MailContent, MailRun, NewMail } from "./content.ts";

// Control characters, line ends, and marks that turn the direction of what follows.
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu;

/** Text of a person made fit for a subject line: control characters and line ends become one space, long text is cut. */
export function oneLine(text: string, most = 120): string {
  const line = text.replace(unprintable, " ").replace(/ {2,}/g, " ").trim();
  const letters = [...line];
  return letters.length <= most
    ? line
    : `${letters
        .slice(0, most - 1)
        .join("")
        .trimEnd()}…`;
}

const joined = (of: readonly MailRun[]): string => of.map(({ text }) => text).join("");

const textsIn = (block: MailBlock): string[] => {
  if (block.kind === "part") return [];
  return block.kind === "list" ? block.items.map(joined) : [joined(block.of)];
};

const textsOf = (content: MailContent): string[] => [
  content.title,
  ...(content.body ? content.body.flatMap(textsIn) : [...content.paragraphs, ...(content.after ?? [])]),
  ...(content.facts ?? []).flat(),
  ...(content.lines ?? []).flatMap((line) => line.map((part) => part ?? "")),
  ...(content.total ?? []),
  ...(content.button ? [content.button.label] : []),
];

/** What is wrong with a mail, or null. What fails here was not checked where it entered the product: a fault. */
export function mailFault({ kind, to, subject, content, onceKey }: NewMail): string | null {
  if (!/^[a-z0-9.-]{1,60}$/.test(kind)) return "the kind is not a name";
  if (!isMailAddress(to)) return "the recipient is not one plain address";
  if (subject.trim() === "" || subject.length > 200) return "the subject must have 1 to 200 characters";
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(subject)) return "the subject has a control character";
  if (onceKey !== undefined && (onceKey === "" || onceKey.length > 200))
    return "the once key must have 1 to 200 characters";
  if (content.button && !isOwnPath(content.button.path)) return "the button does not lead to an own path";
  const texts = textsOf(content);
  if (texts.length > 200 || texts.some((text) => text.length > 5000)) return "the content is too long";
  return texts.some((text) => text.includes("\u0000")) ? "the content has a NUL character" : null;
}
