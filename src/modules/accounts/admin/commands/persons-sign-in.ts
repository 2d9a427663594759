import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { parseInput } from "#src/platform/input.ts";
import { queueMail } from "#src/platform/mail/mail-records.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { mustBeFresh } from "#src/platform/work.ts";
import { done, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { canSeePeople } from "../../domain/policy.ts";
import { blockedMail, resetStartedMail, unblockedMail } from "../../mails/admin.ts";
import { closedForReset, spendMail } from "../../mails/mail-methods.ts";
import { dropPendingChanges } from "../../own-account/email-changes.ts";
import { endSessions } from "../../sessions/sessions.ts";
import { dropTokens, issueReset, resetToken } from "../../sign-in/verification-tokens.ts";
import { people, sessions } from "../../tables.ts";
import { lockPersonForAdmin, reasonField } from "../admin-side.ts";

const input = z.strictObject({ personId: z.uuid(), reason: reasonField });
type Input = z.infer<typeof input>;

/**
 * Closes an account: its sessions end at once on every process, its reset links and a waiting change of e-mail end,
 * nobody signs in. The person gets a mail without the reason. Refusals: those of `lockPersonForAdmin`, conflict when it is closed
 * already.
 */
export const blockPerson = command<Input, null>("accounts.block-person", {
  input,
  run: async (work, { personId, reason }) => {
    const found = await lockPersonForAdmin(work, personId);
    if (!found.ok) return found;
    const { person } = found.value;
    if (person.blockedAt) return refuse("conflict", "Somebody else was first. This account is blocked already.");
    await work.tx
      .update(people)
      .set({ blockedAt: work.now, blockedFor: reason, updatedAt: work.now })
      .where(eq(people.id, personId));
    await endSessions(work, personId);
    await dropTokens(work.tx, resetToken, personId);
    await dropPendingChanges(work.tx, personId);
    await queueMail(work.tx, blockedMail(person.email), work.now);
    work.audit({ action: "account.blocked", subject: personId, detail: { reason } });
    work.emit({ name: "account.blocked", subject: personId, payload: {} });
    return done(null);
  },
});

/** Opens a blocked account again. Refusals: those of `lockPersonForAdmin`, conflict when it is open already. */
export const unblockPerson = command<Input, null>("accounts.unblock-person", {
  input,
  run: async (work, { personId, reason }) => {
    const found = await lockPersonForAdmin(work, personId);
    if (!found.ok) return found;
    const { person } = found.value;
    if (!person.blockedAt) return refuse("conflict", "Somebody else was first. This account is open already.");
    await work.tx
      .update(people)
      .set({ blockedAt: null, blockedFor: null, updatedAt: work.now })
      .where(eq(people.id, personId));
    await queueMail(work.tx, unblockedMail(person.email), work.now);
    work.audit({ action: "account.unblocked", subject: personId, detail: { reason } });
    return done(null);
  },
});

const sessionsInput = z.strictObject({
  personId: z.uuid(),
  reason: reasonField,
  /** One session; without it all end. */
  sessionId: z.uuid().optional(),
});

/**
 * An admin signs somebody out, on one device or everywhere; it holds at once on every process. Returns how many
 * sessions ended. Refusals: those of `lockPersonForAdmin`, conflict when there is none.
 */
export const endSessionsOf = command<z.infer<typeof sessionsInput>, number>("accounts.end-sessions-of", {
  input: sessionsInput,
  run: async (work, { personId, reason, sessionId }) => {
    const found = await lockPersonForAdmin(work, personId);
    if (!found.ok) return found;
    const ended = await work.tx
      .delete(sessions)
      .where(and(eq(sessions.userId, personId), sessionId ? eq(sessions.id, sessionId) : undefined))
      .returning({ id: sessions.id });
    if (ended.length === 0) return refuse("conflict", "It has ended already. Nothing was changed.");
    work.audit({ action: "account.sessions-ended", subject: personId, detail: { count: ended.length, reason } });
    return done(ended.length);
  },
});

/**
 * Mails somebody a link to choose a new password; admins never set one. Refusals: those of
 * `lockPersonForAdmin`, too-many (three mails an hour and mailbox), conflict for blocked accounts, unavailable without mail.
 */
export async function startResetFor(ctx: Ctx, raw: unknown): Promise<Outcome<null>> {
  const { runtime, viewer } = ctx;
  if (!canSeePeople(viewer)) return notFound();
  const closed = mustBeFresh({ viewer, now: runtime.clock() }) ?? closedForReset(runtime);
  if (closed) return closed;
  const parsed = parseInput<Input>(input, raw);
  if (!parsed.ok) return parsed;
  const [person] = await runtime.db
    .select({ email: people.email })
    .from(people)
    .where(eq(people.id, parsed.value.personId));
  if (!person) return notFound();
  return (await spendMail(ctx, person.email)) ?? send(ctx, parsed.value);
}

const send = command<Input, null>("accounts.start-reset-for", {
  input,
  run: async (work, { personId, reason }) => {
    const found = await lockPersonForAdmin(work, personId);
    if (!found.ok) return found;
    const { person } = found.value;
    if (person.blockedAt) return refuse("conflict", "This account is blocked. Open it first, then send the link.");
    const token = await issueReset(work.tx, personId, work.now);
    await queueMail(work.tx, resetStartedMail(person.email, token), work.now);
    work.audit({ action: "account.reset-started", subject: personId, detail: { reason } });
    return done(null);
  },
});
