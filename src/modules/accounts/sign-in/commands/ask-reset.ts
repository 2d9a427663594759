import { eq } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import { parseInput } from "#src/platform/input.ts";
import { queueMail } from "#src/platform/mail/queue-mail.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { done, type Outcome } from "#src/shared/outcome.ts";
import { emailField } from "../../fields.ts";
import { closedForReset, spendMail } from "../../mails/mail-methods.ts";
import { resetMail } from "../../mails/sign-in.ts";
import { people } from "../../tables.ts";
import { issueReset } from "../reset-link.ts";
import { writeOrDiscard } from "../write-or-discard.ts";

const input = z.object({ email: emailField });

/** Sends a link to choose a new password. Same answer and same work for an address without an account. */
export async function askReset(ctx: Ctx, raw: unknown): Promise<Outcome<null>> {
  const closed = closedForReset(ctx.runtime);
  if (closed) return closed;
  const parsed = parseInput<{ email: string }>(input, raw);
  if (!parsed.ok) return parsed;
  return (await spendMail(ctx, parsed.value.email)) ?? send(ctx, parsed.value);
}

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
