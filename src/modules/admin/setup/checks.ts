import { request as askHttp } from "node:http";
import { request as askHttps } from "node:https";
import type { TLSSocket } from "node:tls";
import { isLoopback } from "#src/config.ts";
import { mailShop } from "#src/modules/operator/index.server.ts";
import { providersPort } from "#src/modules/payments/index.server.ts";
import { newId } from "#src/platform/ids.ts";
import { type MailStage, mailer, type SendResult } from "#src/platform/mail/port.ts";
import { deliver } from "#src/platform/mail/send-due-mails.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { dayMs } from "#src/shared/units.ts";

/** Whether it works, and a sentence or two for the owner: what is wrong and where to look. */
export type Result = { ok: boolean; message: string };

const works = (message: string): Result => ({ ok: true, message });
const fails = (message: string): Result => ({ ok: false, message });

const mailMessages: Readonly<Record<MailStage, string>> = {
  name: "the name of the mail server is not known. Check the host in SMTP_URL.",
  connection: "the mail server does not answer. Check the host and port in SMTP_URL, and the firewall.",
  tls: "no safe connection to the mail server was made.",
  "sign-in": "the mail server refused the user name or the password. Check SMTP_URL.",
  sender: "the mail server refused the sender. Check MAIL_FROM.",
  recipient: "the mail server refused the recipient.",
  text: "the mail server refused the text of the e-mail.",
};

/** Port 465 begins with TLS (RFC 8314, 3.3), 587 and 25 without it: with the other word the two never understand each other. */
function portHint(smtpUrl: string): string {
  const { protocol, port } = new URL(smtpUrl);
  if (protocol === "smtps:" && (port === "587" || port === "25"))
    return ` Port ${port} begins without TLS: write smtp:// instead of smtps://.`;
  if (protocol === "smtp:" && port === "465") return " Port 465 begins with TLS: write smtps:// instead of smtp://.";
  return "";
}

/** Sends one e-mail to this address with the present configuration, past the queue. */
export async function tryMail(runtime: Runtime, to: string): Promise<Result> {
  if (runtime.port(mailer).kind === "none") return fails("SMTP_URL is not set. Set it and start again.");
  const shop = await mailShop(runtime);
  const { result } = await deliver(runtime, shop, {
    id: newId(),
    to,
    subject: `Test: ${shop.siteName} can send e-mails`,
    content: {
      title: "Your shop can send e-mails",
      paragraphs: ["This is a test from the set-up guide. Nobody else received it."],
    },
  });
  if (result.ok) return works(`Sent to ${to}. The mail server accepted it.`);
  return fails(failedMail(runtime, result));
}

/** Where the mail server said no, and its words. */
export function failedMail(
  { config: { smtpUrl } }: Runtime,
  { stage, reason }: Extract<SendResult, { ok: false }>,
): string {
  const message = mailMessages[stage ?? "connection"];
  return `Not sent: ${message}${smtpUrl ? portHint(smtpUrl) : ""} It said: ${reason.slice(0, 200)}`;
}

/** Asks a provider for its newest events with the configured keys. No money moves. */
export async function tryProvider(runtime: Runtime, key: string): Promise<Result> {
  const provider = runtime.port(providersPort).find((one) => one.key === key);
  if (!provider?.eventsSince) return fails("Its keys are not set. Set them and start again.");
  try {
    await provider.eventsSince(runtime.clock());
    return works("the keys work.");
  } catch (error) {
    const { statusCode = 0, message = String(error) } = error as { statusCode?: number; message?: string };
    const refused =
      statusCode === 401 || statusCode === 403 || /\b40[13]\b|unauthori[sz]ed|invalid_client/i.test(message);
    return refused
      ? fails("it does not know these keys. Copy them again completely.")
      : fails("it does not answer. Check again in a few minutes.");
  }
}

const waitMs = 10_000;
const leastDays = 7;
const addressMessages: Readonly<Record<string, string>> = {
  ENOTFOUND: "The name is not known. Check the DNS entry and BASE_URL.",
  EAI_AGAIN: "The name is not known. Check the DNS entry and BASE_URL.",
  ECONNREFUSED: "Nothing answers at this address. Is the proxy running, and is the port open?",
  CERT_HAS_EXPIRED: "The certificate has expired.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The certificate is made for another name.",
};

/** Asks the shop's own address as a visitor would; `ca`: an authority that is believed as well (PEM). */
export const askAddress = (url: URL, now: Date, ca?: string): Promise<Result> =>
  new Promise((resolve) => {
    const ask = url.protocol === "https:" ? askHttps : askHttp;
    const asked = ask(new URL("/robots.txt", url), { agent: false, timeout: waitMs, ...(ca && { ca }) }, (answer) => {
      answer.resume();
      if (answer.statusCode !== 200)
        return resolve(
          fails(
            `Something answers there with ${answer.statusCode}, but it is not this shop. Check the proxy and BASE_URL.`,
          ),
        );
      if (url.protocol !== "https:")
        return resolve(fails("It answers without TLS, so other people can read what is sent."));
      const until = new Date((answer.socket as TLSSocket).getPeerCertificate().valid_to);
      const day = until.toISOString().slice(0, 10);
      return resolve(
        until.getTime() - now.getTime() < leastDays * dayMs
          ? fails(`The certificate ends on ${day}. It must be renewed.`)
          : works(`It answers. The certificate is valid until ${day}.`),
      );
    });
    asked.on("timeout", () => asked.destroy(new Error("no answer within 10 seconds")));
    asked.on("error", ({ message, code = "" }: NodeJS.ErrnoException) => {
      const isCertificate = /certificate|CERT|SELF_SIGNED/i.test(`${code} ${message}`);
      resolve(
        fails(
          addressMessages[code] ??
            (isCertificate
              ? `The certificate is not from an authority that we know (${message}).`
              : `It does not answer (${message}).`),
        ),
      );
    });
    asked.end();
  });

export async function tryAddress({ config, clock }: Runtime): Promise<Result> {
  if (isLoopback(config.baseUrl))
    return fails("This address works only on this machine. Set BASE_URL to the address people type, and start again.");
  return askAddress(config.baseUrl, clock());
}
