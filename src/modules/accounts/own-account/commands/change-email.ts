import { and, eq, gte, ne } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { parseInput } from "#src/platform/input.ts";
import { queueMail } from "#src/platform/mail/mail-records.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { Work } from "#src/platform/work.ts";
import { done, invalid, type Outcome, refuse, stepUp } from "#src/shared/outcome.ts";
import { isFresh } from "#src/shared/viewer.ts";
import { factorsOf } from "../../factors/queries/factors-of.ts";
import { emailField } from "../../fields.ts";
import {
  confirmNewMail,
  confirmOldMail,
  emailChangedMail,
  emailChangeWithdrawnMail,
  emailRestoredMail,
  newEmailMail,
  takenAddressMail,
} from "../../mails/email-change.ts";
import { closedForChange, spendMail } from "../../mails/mail-methods.ts";
import { authPort } from "../../ports.ts";
import { dropProvidersSince } from "../../providers/linked-providers.ts";
import { endSessions } from "../../sessions/sessions.ts";
import { limits, spend } from "../../sign-in/limits.ts";
import { dropTokens, issueReset, resetToken } from "../../sign-in/verification-tokens.ts";
import { backupCodes, passkeys, people, signIns, totps } from "../../tables.ts";
import {
  dropChangesTo,
  dropPendingChanges,
  type EmailChange,
  findLink,
  linkOver,
  markConfirmed,
  markDone,
  markUndone,
  openChange,
} from "../email-changes.ts";
import { loadPerson, lockEmail, lockOwnAccount } from "../people-store.ts";

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

/** waiting: the `other` end has still to confirm; done: the account has the new address. */
type ChangeState = { state: "waiting"; other: "old" | "new" } | { state: "done"; email: string };

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
