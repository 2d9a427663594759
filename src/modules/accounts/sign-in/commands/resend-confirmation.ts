import { and, desc, eq, gt } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { queueMail } from "#src/platform/mail/mail-records.ts";
import type { Work } from "#src/platform/work.ts";
import { done } from "#src/shared/outcome.ts";
import { emailField } from "../../fields.ts";
import { askedMail, closedForMail } from "../../mails/mail-methods.ts";
import { confirmMail } from "../../mails/sign-in.ts";
import { authPort } from "../../ports.ts";
import { verificationTokens } from "../../tables.ts";
import { type Pending, pendingToken } from "../link-kinds.ts";
import { issueToken } from "../verification-tokens.ts";
import { writeOrDiscard } from "../write-or-discard.ts";

const input = z.object({ email: emailField });

const send = command<{ email: string }, null>("accounts.resend-confirmation", {
  input,
  run: async (work, { email }) => {
    const subject = work.ctx.runtime.port(authPort).emailKey(email);
    const pending = await newestPending(work, subject);
    const value = pending ?? { name: "Nobody", email, hash: "" };
    await writeOrDiscard(work.tx, pending !== null, async (tx) => {
      const token = await issueToken(tx, pendingToken, subject, value, work.now);
      await queueMail(tx, confirmMail(value.email, token), work.now);
    });
    return done(null);
  },
});

/** Sends the newest registration of this address a new link. The answer is the same when there is none. */
export const resendConfirmation = askedMail(closedForMail, input, send);

async function newestPending(work: Work, subject: string): Promise<Pending | null> {
  const [row] = await work.tx
    .select({ value: verificationTokens.value })
    .from(verificationTokens)
    .where(
      and(
        eq(verificationTokens.kind, pendingToken.kind),
        eq(verificationTokens.subject, subject),
        gt(verificationTokens.expiresAt, work.now),
      ),
    )
    .orderBy(desc(verificationTokens.createdAt), desc(verificationTokens.id))
    .limit(1);
  return row ? pendingToken.carries.parse(JSON.parse(row.value)) : null;
}
