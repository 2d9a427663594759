import { and, eq, isNotNull, lte } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#src/platform/database/database.ts";
import { queueMail } from "#src/platform/mail/mail-records.ts";
import { clearTimer, setTimer, type TimerKind } from "#src/platform/timers.ts";
import type { Work } from "#src/platform/work.ts";
import { zonedMoment } from "#src/shared/zone.ts";
import { removalDue } from "../domain/capabilities.ts";
import { factorsRemovedMail, removalStartedMail, removalStoppedMail } from "../mails/admin.ts";
import type { PersonRow } from "../own-account/people-store.ts";
import { endSessions } from "../sessions/sessions.ts";
import { dropTokens, issueToken, type TokenKind } from "../sign-in/verification-tokens.ts";
import { backupCodes, passkeys, people, totps } from "../tables.ts";

const kind = "accounts.factor-removal";

/** The link with which an owner stops a removal. */
export const keepToken: TokenKind<{ personId: string }> = {
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
export async function startRemoval(work: Work, person: PersonRow, reason: string): Promise<void> {
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
export async function stopRemoval(work: Work, personId: string, detail: Record<string, unknown>): Promise<boolean> {
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
