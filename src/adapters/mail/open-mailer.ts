import type { Config } from "#src/config.ts";
import type { Mailer, MailStage, OutgoingMail, SendResult } from "#src/platform/mail/port.ts";
import { iconId } from "#src/platform/mail/render-mail.ts";
import type { Mode } from "#src/platform/runtime.ts";

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

type SmtpOptions = {
  /** smtp: TLS is demanded after the greeting (STARTTLS), except on this machine; smtps: TLS from the first byte. */
  url: string;
  /** One step of the dialogue, milliseconds. */
  stepMs?: number;
  /** The whole dialogue, milliseconds; shorter than the sender's lease. */
  wholeMs?: number;
};

const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Certificates are always checked; the operator may give up TLS in the address itself (?ignoreTLS=true). */
const transportOptions = ({ url, stepMs = 30_000 }: SmtpOptions) => {
  const { hostname, searchParams } = new URL(url);
  const without = searchParams.get("ignoreTLS") === "true" || loopback.has(hostname);
  return {
    url,
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
    dnsTimeout: stepMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(without ? { ignoreTLS: true } : { requireTLS: true }),
  };
};

/** Sends through the operator's mail server, one connection a mail; the library is loaded with the first one. */
export function openSmtp(options: SmtpOptions): Mailer {
  return {
    kind: "smtp",
    send: async (mail) => {
      try {
        await deliver(options, mail);
        return { ok: true };
      } catch (error) {
        return refusalOf(error);
      }
    },
  };
}

/** Shown in the text, not listed as a file. */
const inside = (icon: Uint8Array) => ({
  cid: iconId,
  filename: "icon.png",
  content: Buffer.from(icon),
  contentType: "image/png",
  contentDisposition: "inline" as const,
});

async function deliver(
  options: SmtpOptions,
  { from, to, subject, text, html, messageId, icon }: OutgoingMail,
): Promise<void> {
  const { createTransport } = await import("nodemailer");
  await createTransport(transportOptions(options)).sendMail({
    from,
    // As an object: a comma or a colon in it can never become a second recipient.
    to: { name: "", address: to },
    subject,
    text,
    html,
    messageId,
    ...(icon && { attachments: [inside(icon)] }),
    textEncoding: "quoted-printable",
    headers: { "Auto-Submitted": "auto-generated" },
    signal: AbortSignal.timeout(options.wholeMs ?? 90_000),
  });
}

type SmtpError = { responseCode?: number; command?: string; code?: string; message?: string };

/** By the last command that was sent, else by the library's name of the error (nodemailer, "Error codes"). */
function stageOf({ command = "", code = "", message = "" }: SmtpError): MailStage {
  if (command.startsWith("AUTH") || code === "EAUTH") return "sign-in";
  if (command === "MAIL FROM") return "sender";
  if (command === "RCPT TO") return "recipient";
  if (command === "DATA") return "text";
  if (code === "EDNS" || message.includes("ENOTFOUND")) return "name";
  if (code === "ETLS" || /certificate|tls|ssl/i.test(message)) return "tls";
  return "connection";
}

/** Only what the server says for good about this recipient or this mail is permanent; a wrong password is ours to mend. */
function refusalOf(error: unknown): SendResult {
  const known = error as SmtpError;
  const { responseCode = 0, command = "", message = String(error) } = known;
  const permanent = responseCode >= 500 && responseCode < 600 && (command === "RCPT TO" || command === "DATA");
  return { ok: false, permanent, reason: message.split("\n")[0] ?? message, stage: stageOf(known) };
}
