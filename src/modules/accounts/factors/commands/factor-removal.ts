import { and, eq, isNotNull, lte } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import type { Database } from "#src/platform/database/database.ts";
import { queueMail } from "#src/platform/mail/mail-records.ts";
import { query } from "#src/platform/query.ts";
import { clearTimer, setTimer, type TimerKind } from "#src/platform/timers.ts";
import type { Work } from "#src/platform/work.ts";
import { done, refuse } from "#src/shared/outcome.ts";
import { zonedMoment } from "#src/shared/zone.ts";
import { lockPersonForAdmin, reasonField } from "../../admin/admin-side.ts";
import { removalDue } from "../../domain/lifetimes.ts";
import { factorsRemovedMail, removalStartedMail, removalStoppedMail } from "../../mails/admin.ts";
import { loadPerson, type PersonRow } from "../../own-account/people-store.ts";
import { endSessions } from "../../sessions/sessions.ts";
import { consumeToken, dropTokens, issueToken, readToken, type TokenKind } from "../../sign-in/verification-tokens.ts";
import { backupCodes, passkeys, people, totps } from "../../tables.ts";
import { factorsOf } from "../queries/factors-of.ts";

const kind = "accounts.factor-removal";

/** The link with which an owner stops a removal. */
const keepToken: TokenKind<{ personId: string }> = {
  kind: "keep-factors",
  minutes: 72 * 60,
  carries: z.object({ personId: z.string() }),
};

/** When the second factor of a person goes, or null when no removal waits. */
export async function factorRemovalDue(db: Database, personId: string): Promise<Date | null> {
  const [row] = await db.select({ at: people.factorRemovalAskedAt }).from(people).where(eq(people.id, personId));
  return row?.at ? removalDue(row.at) : null;
}

/** Notes the removal, sets its timer, and writes to the owner at once. */
async function startRemoval(work: Work, person: PersonRow, reason: string): Promise<void> {
  const due = removalDue(work.now);
  await work.tx.update(people).set({ factorRemovalAskedAt: work.now }).where(eq(people.id, person.id));
  await setTimer(work, { kind, subject: person.id, due });
  await dropTokens(work.tx, keepToken, person.id);
  const token = await issueToken(work.tx, keepToken, person.id, { personId: person.id }, work.now);
  const zone = person.timeZone ?? "UTC";
  await queueMail(work.tx, removalStartedMail(person.email, token, zonedMoment(due, zone)), work.now);
  work.audit({
    action: "account.factor-removal-started",
    subject: person.id,
    detail: { due: due.toISOString(), reason },
  });
}

/** Cancels a waiting removal and notifies the owner. False when none waits. */
async function stopRemoval(work: Work, personId: string, detail: Record<string, unknown>): Promise<boolean> {
  const [person] = await work.tx
    .update(people)
    .set({ factorRemovalAskedAt: null })
    .where(and(eq(people.id, personId), isNotNull(people.factorRemovalAskedAt)))
    .returning({ email: people.email });
  if (!person) return false;
  await clearTimer(work, { kind, subject: personId });
  await dropTokens(work.tx, keepToken, personId);
  await queueMail(work.tx, removalStoppedMail(person.email), work.now);
  work.audit({ action: "account.factor-removal-stopped", subject: personId, detail });
  return true;
}

/** The wait is over: the factors of the time of the request go, and every session; what was added later stays. */
export const factorRemovalTimer: TimerKind = {
  kind,
  lock: (work, personId) => work.tx.select({ id: people.id }).from(people).where(eq(people.id, personId)).for("update"),
  run: async (work, personId) => {
    const [person] = await work.tx.select().from(people).where(eq(people.id, personId)).for("update");
    const askedAt = person?.factorRemovalAskedAt;
    if (!person || !askedAt || person.anonymisedAt) return;
    for (const table of [totps, backupCodes, passkeys])
      await work.tx.delete(table).where(and(eq(table.personId, personId), lte(table.createdAt, askedAt)));
    await work.tx.update(people).set({ factorRemovalAskedAt: null }).where(eq(people.id, personId));
    await dropTokens(work.tx, keepToken, personId);
    await endSessions(work, personId);
    await queueMail(work.tx, factorsRemovedMail(person.email), work.now);
    work.audit({ action: "account.factors-removed", subject: personId, detail: { askedAt: askedAt.toISOString() } });
  },
};

const byAdmin = z.strictObject({ personId: z.uuid(), reason: reasonField });
type ByAdmin = z.infer<typeof byAdmin>;
const byLink = z.object({ token: z.string().max(200) });
type ByLink = z.infer<typeof byLink>;

const none = () => refuse("conflict", "There is no removal to stop. The page shows the present state.");
const over = () =>
  refuse("expired", "This link was used already, or the three days are over. Your account settings show its state.");

/**
 * An admin starts the removal of a lost second factor: it waits 72 hours, and its owner is notified at once.
 * Refusals: those of `lockPersonForAdmin`, conflict when there is no factor or one removal waits already.
 */
export const startFactorRemoval = command<ByAdmin, null>("accounts.start-factor-removal", {
  input: byAdmin,
  run: async (work, { personId, reason }) => {
    const found = await lockPersonForAdmin(work, personId);
    if (!found.ok) return found;
    const { person } = found.value;
    if (person.factorRemovalAskedAt)
      return refuse("conflict", "Somebody else was first. A removal is planned already.");
    const { any, backupCodes } = await factorsOf(work.tx, personId);
    if (!any && backupCodes === 0) return refuse("conflict", "This account has no second factor. Nothing was changed.");
    await startRemoval(work, person, reason);
    return done(null);
  },
});

/** An admin stops a removal that waits. Refusals: those of `lockPersonForAdmin`, conflict when none waits. */
export const stopFactorRemoval = command<ByAdmin, null>("accounts.stop-factor-removal", {
  input: byAdmin,
  run: async (work, { personId, reason }) => {
    const found = await lockPersonForAdmin(work, personId);
    if (!found.ok) return found;
    return (await stopRemoval(work, personId, { reason })) ? done(null) : none();
  },
});

/** The owner stops the removal, signed in. Refusals: signed-out, conflict when none waits. */
export const keepMyFactors = command<Record<string, never>, null>("accounts.keep-my-factors", {
  input: z.strictObject({}),
  run: async (work) => {
    if (work.viewer.kind !== "person") return refuse("signed-out", "Sign in to change your account.");
    return (await stopRemoval(work, work.viewer.id, { by: "owner" })) ? done(null) : none();
  },
});

/** The owner stops the removal by the link of the mail, once, signed in or not. Refuses expired. */
export const keepFactorsByLink = command<ByLink, null>("accounts.keep-factors-by-link", {
  input: byLink,
  run: async (work, { token }) => {
    const found = await readToken(work.tx, keepToken, token, work.now);
    if (!found) return over();
    await loadPerson(work, found.personId);
    const link = await consumeToken(work.tx, keepToken, token, work.now);
    if (!link) return over();
    return (await stopRemoval(work, link.personId, { by: "link" })) ? done(null) : over();
  },
});

/** Whether a link of the mail still stops something; the link stays unused. */
export const readKeepLink = query<ByLink, null>("accounts.read-keep-link", {
  input: byLink,
  run: async ({ db, now }, { token }) => ((await readToken(db, keepToken, token, now)) ? done(null) : over()),
});
