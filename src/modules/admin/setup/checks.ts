import { createHmac } from "node:crypto";
import { request as askHttp, type IncomingMessage } from "node:http";
import { request as askHttps } from "node:https";
import { setTimeout } from "node:timers/promises";
import type { TLSSocket } from "node:tls";
import { isLoopback } from "#src/config.ts";
import { storagePort } from "#src/modules/files/index.server.ts";
import { mailShop } from "#src/modules/operator/index.server.ts";
import { providersPort } from "#src/modules/payments/index.server.ts";
import { newId } from "#src/platform/ids.ts";
import { type MailStage, mailer, type SendResult } from "#src/platform/mail/port.ts";
import { deliver } from "#src/platform/mail/send-due-mails.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { keyFor } from "#src/platform/secret.ts";
import { dayMs } from "#src/shared/units.ts";

/** Where an installation shows that it is itself. */
export const ownPath = "/api/installation";

/** What this installation alone answers to a code: another program at the address cannot. */
export const answerTo = ({ secret }: Pick<Runtime, "secret">, code: string): string =>
  createHmac("sha256", keyFor(secret, "own address")).update(code).digest("base64url");

/** A code for one check, with the answer that is expected. */
export function newCode(runtime: Pick<Runtime, "secret">) {
  const code = newId();
  return { code, answer: answerTo(runtime, code) };
}

/** What the owner's browser found when it asked BASE_URL for the code; "": it did not ask. */
export const browserAnswers = ["", "same", "elsewhere", "other", "failed"] as const;
export type BrowserAnswer = (typeof browserAnswers)[number];

const browserMessages: Readonly<Record<BrowserAnswer, string>> = {
  "": "",
  same: "Your browser reached this shop.",
  elsewhere: "You opened this page at another address than BASE_URL, and links in e-mails lead to BASE_URL. Set it.",
  other: "Your browser reached something else at this address, not this shop. Check the proxy and BASE_URL.",
  failed: "Your browser got no answer from this address. Check the proxy and BASE_URL.",
};

/** A proxy that is not named hides every visitor behind its own address. */
const hiddenVisitors =
  "A proxy stands before the shop, and TRUSTED_PROXIES does not name it: all visitors count as one. Set it to the proxy's address, and start again.";

type Seen = { browser: BrowserAnswer; forwarded: boolean };

/** What the owner's own request says about the address: by the browser, and by what a proxy added. */
export function seenFromOutside({ config }: Pick<Runtime, "config">, { browser, forwarded }: Seen) {
  const hidden = forwarded && config.trustedProxies.length === 0 && !isLoopback(config.baseUrl);
  const parts = [browserMessages[browser], hidden ? hiddenVisitors : ""].filter(Boolean);
  return { ok: (browser === "" || browser === "same") && !hidden, message: parts.join(" ") };
}

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

/** More of an answer is not read: that of this shop has 43 characters. */
const mostBytes = 1_000;

async function beginningOf(answer: IncomingMessage): Promise<string> {
  let text = "";
  for await (const piece of answer) {
    text += String(piece);
    if (text.length > mostBytes) break;
  }
  return text;
}

type Code = { code: string; answer: string };

/**
 * Asks the shop's own address as a visitor would for what this shop alone answers; `ca`: an authority that is believed as
 * well (PEM).
 */
export const askAddress = (url: URL, now: Date, { code, answer: expected }: Code, ca?: string): Promise<Result> =>
  new Promise((resolve) => {
    const ask = url.protocol === "https:" ? askHttps : askHttp;
    const options = { agent: false, timeout: waitMs, ...(ca && { ca }) };
    const asked = ask(new URL(`${ownPath}/${code}`, url), options, async (answer) => {
      const text = await beginningOf(answer).catch(() => "");
      if (answer.statusCode !== 200)
        return resolve(
          fails(
            `Something answers there with ${answer.statusCode}, but it is not this shop. Check the proxy and BASE_URL.`,
          ),
        );
      if (text !== expected)
        return resolve(fails("Another program answers there, not this shop. Check the proxy and BASE_URL."));
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

/** Asks the address from the server; `seen`: what the owner's own request says of it. The words name which of the two failed. */
export async function tryAddress(runtime: Runtime, seen: Result = works("")): Promise<Result> {
  const { config, clock } = runtime;
  if (isLoopback(config.baseUrl))
    return fails("This address works only on this machine. Set BASE_URL to the address people type, and start again.");
  const { ok, message } = await askAddress(config.baseUrl, clock(), newCode(runtime));
  const server = seen.message === "" ? message : `From the server: ${message}`;
  return { ok: ok && seen.ok, message: [seen.message, server].filter(Boolean).join(" ") };
}

type BucketError = Error & { $metadata?: { httpStatusCode?: number } };

const bucketMessage = (error: BucketError): string => {
  const status = error.$metadata?.httpStatusCode ?? 0;
  if (status === 401 || status === 403)
    return "The bucket refuses the key. Check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and the rights of its user.";
  if (status === 404) return "There is no such bucket. Check S3_BUCKET and S3_REGION.";
  return `The bucket does not answer (${error.message.slice(0, 200)}). Check S3_ENDPOINT.`;
};

/** Looks into the bucket of the files. A folder was looked into when the server started. */
export async function tryStorage(runtime: Runtime): Promise<Result> {
  if (!runtime.config.s3) return works("Files are kept in the folder files of DATA_DIR.");
  const found = runtime.port(storagePort).probe();
  const answered = found.then(
    () => works("The bucket answers, and the key opens it."),
    (error: Error) => fails(bucketMessage((error.cause ?? error) as BucketError)),
  );
  const late = setTimeout(waitMs, fails("The bucket did not answer within 10 seconds. Check S3_ENDPOINT."), {
    ref: false,
  });
  return Promise.race([answered, late]);
}
