import { randomInt } from "node:crypto";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { hashOf } from "#src/platform/ids.ts";
import { queueMail } from "#src/platform/mail/mail-records.ts";
import { done } from "#src/shared/outcome.ts";
import { registrationFields } from "../../fields.ts";
import { askedMail, closedForMail } from "../../mails/mail-methods.ts";
import { startMail } from "../../mails/sign-in.ts";
import { authPort } from "../../ports.ts";
import { startLinkToken, startToken, vouched as vouchedSchema } from "../link-kinds.ts";
import { issueToken } from "../verification-tokens.ts";

const input = z.object({
  email: registrationFields.email,
  next: registrationFields.next,
  vouched: vouchedSchema.optional(),
});
type Asked = z.infer<typeof input>;

/** `token` is for a cookie of the browser that asked: only there the code of the letter counts. */
type Waiting = { token: string };

/** Six digits. */
const newCode = (): string => String(randomInt(1_000_000)).padStart(6, "0");

/** What is kept of a code: nobody who reads the database can try codes without the browser's token. */
export const codeHash = (nonce: string, code: string): string => hashOf(`${nonce}:${code}`);

const send = command<Asked, Waiting>("accounts.ask-start", {
  input,
  run: async (work, { email, next, vouched }) => {
    const { runtime } = work.ctx;
    const subject = runtime.port(authPort).emailKey(email);
    const code = newCode();
    const link = await issueToken(work.tx, startLinkToken, subject, { email, next }, work.now);
    const nonce = hashOf(link);
    const waiting = {
      email,
      next,
      vouched,
      nonce,
      hash: codeHash(nonce, code),
      ...(runtime.mode === "demo" && { shown: code }),
    };
    const token = await issueToken(work.tx, startToken, subject, waiting, work.now);
    await queueMail(work.tx, startMail(email, code, link), work.now);
    work.audit({ action: "account.start-asked", subject: "somebody", detail: { email } });
    return done({ token });
  },
});

/**
 * `vouched`: whom a provider named in this browser; the code connects them, the link, which works in any browser, does not.
 * Sends a letter with a link and a six-digit code that sign in, or begin an account. Nothing here knows
 * whether there is an account: every address gets the same answer, letter and work. Refuses: invalid, unavailable
 * without a mail server, too-many as for passwords.
 */
export const askStart = askedMail(closedForMail, input, send);
