import type { Config } from "#src/config.ts";
import type { Mailer } from "#src/platform/mail/port.ts";
import type { Mode } from "#src/platform/runtime.ts";
import { openSmtp } from "./smtp.ts";

/** Demo mode: nothing leaves the machine; the mailbox page shows what would have been sent. */
export const openMailbox = (): Mailer => ({ kind: "mailbox", send: async () => ({ ok: true }) });

/** A real installation without a mail server: mails wait until one is configured, at most three days. */
export const noMailServer = (): Mailer => ({
  kind: "none",
  send: async () => ({ ok: false, permanent: false, reason: "No mail server is configured." }),
});

/** The mailbox page in demo mode, the configured mail server otherwise. */
export function openMailer(config: Pick<Config, "smtpUrl">, mode: Mode): Mailer {
  if (mode === "demo") return openMailbox();
  return config.smtpUrl ? openSmtp({ url: config.smtpUrl }) : noMailServer();
}
