import { and, eq, gte, ne } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { queueMail } from "#src/platform/mail/mail-records.ts";
import type { Work } from "#src/platform/work.ts";
import { done, refuse } from "#src/shared/outcome.ts";
import { factorsOf } from "../../factors/queries/factors-of.ts";
import { emailChangeWithdrawnMail, emailRestoredMail } from "../../mails/email-change.ts";
import { dropProvidersSince } from "../../providers/links.ts";
import { endSessions } from "../../sessions/sessions.ts";
import { issueReset } from "../../sign-in/reset-link.ts";
import { backupCodes, passkeys, people, signIns, totps } from "../../tables.ts";
import { dropPendingChanges, findLink, linkOver, markUndone } from "../email-changes.ts";
import { loadPerson, lockEmail } from "../people-store.ts";

/**
 * The old address takes a change back, up to 72 hours after it, also when later ones followed. Every
 * session ends, every way in that was added since goes, and a reset opens: `resetToken` is the token of its link.
 */
export const undoEmailChange = command<{ token: string }, { email: string; resetToken: string }>(
  "accounts.undo-email-change",
  {
    input: z.object({ token: z.string().max(200) }),
    run: async (work, { token }) => {
      const seen = await findLink(work.tx, token, work.now);
      if (!seen) return linkOver();
      await lockEmail(work.tx, seen.change.oldEmail);
      const person = await loadPerson(work, seen.change.personId);
      const link = await findLink(work.tx, token, work.now);
      if (link?.end !== "undo" || person.blockedAt) return linkOver();
      const { oldEmail, createdAt } = link.change;
      const [owner] = await work.tx
        .select({ id: people.id })
        .from(people)
        .where(and(eq(people.email, oldEmail), ne(people.id, person.id)));
      if (owner)
        return refuse("conflict", "Another account has this e-mail now, so it cannot be given back. Write to support.");
      await work.tx
        .update(people)
        .set({ email: oldEmail, emailVerified: true, updatedAt: work.now })
        .where(eq(people.id, person.id));
      await markUndone(work.tx, link.change, work.now);
      await dropPendingChanges(work.tx, person.id);
      await dropNewMethods(work, person.id, createdAt);
      await endSessions(work, person.id);
      const resetToken = await issueReset(work.tx, person.id, work.now);
      await queueMail(work.tx, emailRestoredMail(oldEmail), work.now);
      if (person.email !== oldEmail) await queueMail(work.tx, emailChangeWithdrawnMail(person.email), work.now);
      const detail = { from: person.email, to: oldEmail };
      work.audit({ action: "account.email-change-undone", subject: person.id, detail });
      work.emit({ name: "account.profile-changed", subject: person.id, payload: {} });
      return done({ email: oldEmail, resetToken });
    },
  },
);

/**
 * Whoever changed the address may have left a way in: a password, providers, passkeys, an authenticator app, backup codes
 * that came with the change or after it. Codes stand beside a factor: without one the older codes go as well.
 */
async function dropNewMethods(work: Work, personId: string, since: Date): Promise<void> {
  await work.tx
    .delete(signIns)
    .where(and(eq(signIns.userId, personId), eq(signIns.providerId, "credential"), gte(signIns.updatedAt, since)));
  await dropProvidersSince(work, personId, since);
  for (const table of [passkeys, totps, backupCodes])
    await work.tx.delete(table).where(and(eq(table.personId, personId), gte(table.createdAt, since)));
  if (!(await factorsOf(work.tx, personId)).any)
    await work.tx.delete(backupCodes).where(eq(backupCodes.personId, personId));
}
