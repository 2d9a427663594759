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

export type NewMail = { kind: string; to: string; subject: string; content: MailContent; onceKey?: string };
