import { eq } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import { queueMail } from "#src/platform/mail/mail-records.ts";
import { done } from "#src/shared/outcome.ts";
import { emailField } from "../../fields.ts";
import { askedMail, closedForReset } from "../../mails/mail-methods.ts";
import { resetMail } from "../../mails/sign-in.ts";
import { people } from "../../tables.ts";
import { issueReset } from "../reset-link.ts";
import { writeOrDiscard } from "../write-or-discard.ts";

const input = z.object({ email: emailField });

const send = command<{ email: string }, null>("accounts.ask-reset", {
  input,
  run: async (work, { email }) => {
    const [person] = await work.tx
      .select({ id: people.id, blockedAt: people.blockedAt })
      .from(people)
      .where(eq(people.email, email));
    const known = person !== undefined && person.blockedAt === null;
    await writeOrDiscard(work.tx, known, async (tx) => {
      const token = await issueReset(tx, person?.id ?? newId(), work.now);
      await queueMail(tx, resetMail(email, token), work.now);
    });
    work.audit({ action: "account.reset-asked", subject: person?.id ?? "nobody", detail: { email } });
    return done(null);
  },
});

/** Sends a link to choose a new password. Same answer and same work for an address without an account. */
export const askReset = askedMail(closedForReset, input, send);
