import { isMailAddress } from "#src/shared/mail-address.ts";
import { isOwnPath } from "#src/shared/next.ts";

/** What the product makes of each e-mail, and an operator's text only places. */
export const mailParts = ["button", "details", "amounts"] as const;
export type MailPart = (typeof mailParts)[number];

/** What a placeholder prints: words, or paragraphs where it stands on a line of its own. */
export type MailValue = string | readonly string[];

/** Which text an e-mail was made of, and with which values. */
export type MailSource = { id: string; values: Readonly<Record<string, MailValue>> };

/** A few words of an operator's text with their marks. */
export type MailRun = { text: string; strong?: true | undefined; em?: true | undefined; to?: string | undefined };

/** Where a link of an operator's text leads: a whole address, or null for one that an e-mail cannot have. */
export function addressOf(to: string, baseUrl: string): string | null {
  if (isOwnPath(to)) return new URL(to, baseUrl).href;
  return /^(?:https:\/\/[^/\s]|mailto:[^@\s]+@[^@\s]+$)/i.test(to) && URL.canParse(to) ? to : null;
}

/** An operator's text, block by block; a part is where facts, amounts or the button stand. */
export type MailBlock =
  | { kind: "text" | "heading" | "quote"; of: MailRun[] }
  | { kind: "list"; ordered: boolean; items: MailRun[][] }
  | { kind: "part"; name: MailPart };

/** What a mail says, without its looks: one layout makes the text and the HTML of it when it is sent. */
export type MailContent = {
  title: string;
  paragraphs: string[];
  /** Short facts as label and value: the order's number, a date. */
  facts?: [label: string, value: string][];
  /** Priced lines: what, amount, and the arithmetic in words. */
  lines?: [label: string, amount: string, reason?: string][];
  total?: [label: string, amount: string];
  /** `path` is an own path ("/dashboard/orders/…"). One-time links and codes belong here and nowhere else. */
  button?: { label: string; path: string };
  /** Small print under the button. */
  after?: string[];
  /** The same in the operator's words and order, in place of paragraphs and small print. */
  body?: MailBlock[];
};

/**
 * waiting: to be sent; sent: the mail server took it; refused: the mail server will never take it;
 * expired: tried for three days; dropped: an admin gave it up; kept: demo mode, nothing leaves.
 */
export type MailState = "waiting" | "sent" | "refused" | "expired" | "dropped" | "kept";

/** Pages that ask who it is: an address below them gives nothing to who merely knows it. */
const asksWhoItIs = /^\/(dashboard|checkout|admin)(\/[\w-]+)*(\?with=\w+)?(#\w+)?$/;

/**
 * What is kept of a letter that left, or that did not: one-time links live in the button, and nothing that signs
 * somebody in stays behind.
 */
export const withoutLink = (content: MailContent | null): MailContent | null =>
  content?.button && !asksWhoItIs.test(content.button.path)
    ? { ...content, button: { ...content.button, path: "/" } }
    : content;

/** `source`: the text that an operator may have changed; its words of now are used. */
export type NewMail = {
  kind: string;
  to: string;
  subject: string;
  content: MailContent;
  onceKey?: string;
  source?: MailSource;
};

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
