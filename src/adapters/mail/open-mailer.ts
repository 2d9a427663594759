import type { Config } from "#src/config.ts";
import type { Mailer } from "#src/platform/mail/port.ts";
import type { Mode } from "#src/platform/runtime.ts";
import { noMailServer, openMailbox } from "./mailbox.ts";
import { openSmtp } from "./smtp.ts";

/** The mailbox page in demo mode, the configured mail server otherwise. */
export function openMailer(config: Pick<Config, "smtpUrl">, mode: Mode): Mailer {
  if (mode === "demo") return openMailbox();
  return config.smtpUrl ? openSmtp({ url: config.smtpUrl }) : noMailServer();
}
