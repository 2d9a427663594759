import type { Mailer } from "#src/platform/mail/port.ts";

/** Demo mode: nothing leaves the machine; the mailbox page shows what would have been sent. */
export const openMailbox = (): Mailer => ({ kind: "mailbox", send: async () => ({ ok: true }) });

/** A real installation without a mail server: mails wait until one is configured, at most three days. */
export const noMailServer = (): Mailer => ({
  kind: "none",
  send: async () => ({ ok: false, permanent: false, reason: "No mail server is configured." }),
});
