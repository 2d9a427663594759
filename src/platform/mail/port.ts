import { definePort } from "../runtime.ts";

/** `from`: the shop. `icon`: a PNG that the HTML names as `iconId`. */
export type OutgoingMail = {
  from: { name: string; address: string };
  to: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  icon?: Uint8Array | null;
};

/** Where a mail server said no: its name, the connection, TLS, our sign-in, who sends, who receives, the text. */
export type MailStage = "name" | "connection" | "tls" | "sign-in" | "sender" | "recipient" | "text";

/** `permanent`: the server will never take this mail; anything else is tried again. */
export type SendResult = { ok: true } | { ok: false; permanent: boolean; reason: string; stage?: MailStage };

export type Mailer = {
  /** smtp: leaves this server; mailbox: stays on the mailbox page; none: no mail server is configured, mails wait. */
  kind: "smtp" | "mailbox" | "none";
  /** Never throws; answers within 90 seconds. */
  send: (mail: OutgoingMail) => Promise<SendResult>;
};

export const mailer = definePort<Mailer>("mailer");
