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
 * expired: tried for three days; kept: demo mode, nothing leaves.
 */
export type MailState = "waiting" | "sent" | "refused" | "expired" | "kept";

export type NewMail = { kind: string; to: string; subject: string; content: MailContent; onceKey?: string };
