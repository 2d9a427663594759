import { eq } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { parseInput } from "#src/platform/input.ts";
import { queueMail } from "#src/platform/mail/mail-records.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { done, invalid, type Outcome, refuse, stepUp } from "#src/shared/outcome.ts";
import { isFresh } from "#src/shared/viewer.ts";
import { emailField } from "../../fields.ts";
import { confirmNewMail, confirmOldMail, takenAddressMail } from "../../mails/email-change.ts";
import { closedForChange, spendMail } from "../../mails/mail-methods.ts";
import { authPort } from "../../ports.ts";
import { limits, spend } from "../../sign-in/limits.ts";
import { people } from "../../tables.ts";
import { dropPendingChanges, openChange } from "../email-changes.ts";
import { loadPerson, lockOwnAccount } from "../people-store.ts";

const input = z.object({ email: emailField });

const signInFirst = "Sign in to change your e-mail.";

/**
 * Asks for another address: both the old and the new one get a mail with a link to confirm. Needs a
 * fresh session. A taken address gets the same answer in the same time; its owner is notified instead.
 */
export async function changeEmail(ctx: Ctx, raw: unknown): Promise<Outcome<{ newEmail: string }>> {
  const { viewer, runtime } = ctx;
  if (viewer.kind !== "person") return refuse("signed-out", signInFirst);
  const closed = closedForChange(runtime);
  if (closed) return closed;
  if (!isFresh(viewer, runtime.clock())) return stepUp();
  const parsed = parseInput<{ email: string }>(input, raw);
  if (!parsed.ok) return parsed;
  if (parsed.value.email === viewer.email)
    return invalid([{ path: "email", message: "This is your e-mail already. Write the new one." }]);
  const limited =
    (await spendMail(ctx, parsed.value.email)) ??
    (await spend(ctx, limits.mailbox, runtime.port(authPort).emailKey(viewer.email)));
  return limited ?? ask(ctx, parsed.value);
}

const ask = command<{ email: string }, { newEmail: string }>("accounts.change-email", {
  input,
  run: async (work, { email }) => {
    if (!isFresh(work.viewer, work.now)) return stepUp();
    const own = await lockOwnAccount(work, signInFirst);
    if (!own.ok) return own;
    const person = own.value;
    const [owner] = await work.tx.select({ id: people.id }).from(people).where(eq(people.email, email));
    const change = { personId: person.id, oldEmail: person.email, newEmail: email };
    const { oldToken, newToken } = await openChange(work.tx, change, work.now);
    await queueMail(work.tx, confirmOldMail(person.email, email, oldToken), work.now);
    await queueMail(work.tx, owner ? takenAddressMail(email) : confirmNewMail(email, newToken), work.now);
    work.audit({ action: "account.email-change-asked", subject: person.id, detail: { from: person.email, to: email } });
    return done({ newEmail: email });
  },
});

/** Takes back a change that still waits: its links are over. */
export const cancelEmailChange = command<Record<string, never>, null>("accounts.cancel-email-change", {
  input: z.object({}),
  run: async (work) => {
    if (work.viewer.kind !== "person") return refuse("signed-out", signInFirst);
    const person = await loadPerson(work, work.viewer.id);
    if (await dropPendingChanges(work.tx, person.id))
      work.audit({ action: "account.email-change-cancelled", subject: person.id });
    return done(null);
  },
});
