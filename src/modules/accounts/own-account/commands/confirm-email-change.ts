import { eq } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { queueMail } from "#src/platform/mail/mail-records.ts";
import type { Work } from "#src/platform/work.ts";
import { done, type Outcome, refuse } from "#src/shared/outcome.ts";
import { emailChangedMail, newEmailMail } from "../../mails/email-change.ts";
import { resetToken } from "../../sign-in/link-kinds.ts";
import { dropTokens } from "../../sign-in/verification-tokens.ts";
import { people } from "../../tables.ts";
import { dropChangesTo, type EmailChange, findLink, linkOver, markConfirmed, markDone } from "../email-changes.ts";
import { loadPerson, lockEmail } from "../people-store.ts";

/** waiting: the `other` end has still to confirm; done: the account has the new address. */
export type ChangeState = { state: "waiting"; other: "old" | "new" } | { state: "done"; email: string };

/**
 * One end of a change of address says yes, by the link of its mail; the second yes makes the change. Whoever holds the
 * link may use it in any browser. Two at once wait for each other: at the address, then at the person.
 */
export const confirmEmailChange = command<{ token: string }, ChangeState>("accounts.confirm-email-change", {
  input: z.object({ token: z.string().max(200) }),
  run: async (work, { token }) => {
    const seen = await findLink(work.tx, token, work.now);
    if (!seen) return linkOver();
    await lockEmail(work.tx, seen.change.newEmail);
    const person = await loadPerson(work, seen.change.personId);
    const link = await findLink(work.tx, token, work.now);
    if (!link || link.end === "undo" || person.blockedAt || person.email !== link.change.oldEmail) return linkOver();
    const change = await markConfirmed(work.tx, link.change.id, link.end, work.now);
    work.audit({ action: "account.email-change-confirmed", subject: person.id, detail: { end: link.end } });
    if (change.oldConfirmedAt && change.newConfirmedAt) return apply(work, change);
    return done({ state: "waiting", other: link.end === "old" ? "new" : "old" });
  },
});

/** Links to reset the password that went to the old address are over with it; what signs in otherwise stays. */
async function apply(work: Work, change: EmailChange): Promise<Outcome<ChangeState>> {
  const { personId, oldEmail, newEmail } = change;
  const [owner] = await work.tx.select({ id: people.id }).from(people).where(eq(people.email, newEmail));
  if (owner) return refuse("conflict", "Another account has this e-mail now, so your e-mail stays as it was.");
  await work.tx
    .update(people)
    .set({ email: newEmail, emailVerified: true, updatedAt: work.now })
    .where(eq(people.id, personId));
  const undo = await markDone(work.tx, change.id, work.now);
  await dropChangesTo(work.tx, newEmail);
  await dropTokens(work.tx, resetToken, personId);
  await queueMail(work.tx, emailChangedMail(oldEmail, newEmail, undo), work.now);
  await queueMail(work.tx, newEmailMail(newEmail), work.now);
  work.audit({ action: "account.email-changed", subject: personId, detail: { from: oldEmail, to: newEmail } });
  work.emit({ name: "account.profile-changed", subject: personId, payload: {} });
  return done({ state: "done", email: newEmail });
}
