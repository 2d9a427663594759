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
