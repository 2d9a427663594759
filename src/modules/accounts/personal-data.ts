import { and, count, eq, inArray, isNull, like, ne, or } from "drizzle-orm";
import { agreedInFull } from "#src/modules/operator/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { goneEmail, goneName, type PersonalData } from "#src/platform/personal-data.ts";
import { audit } from "#src/platform/tables.ts";
import type { Work } from "#src/platform/work.ts";
import { impersonations } from "./impersonation/impersonation-tables.ts";
import { toUserProfile } from "./own-account/queries/my-account.ts";
import { authPort } from "./ports.ts";
import { sealLines, sealOpenings, seals } from "./protection/seal-tables.ts";
import { endSessions } from "./sessions/sessions.ts";
import {
  backupCodes,
  customers,
  emailChanges,
  failedSignIns,
  oauthAttempts,
  passkeys,
  people,
  sessions,
  signIns,
  totps,
  verificationTokens,
} from "./tables.ts";

/** The account itself: profile, ways in, sessions, and what was done with it. */
export const accountData: PersonalData = {
  async *gather({ runtime: { db } }, { id }) {
    const [row] = await db.select().from(people).where(eq(people.id, id));
    if (!row) return;
    const { timeZone, theme, noticesOff, deletionDueAt, emailVerified } = row;
    const { termsAcceptedAt, termsVersion, privacyVersion } = row;
    const accepted = { termsAcceptedAt, termsVersion, privacyVersion };
    const more = { timeZone, theme, noticesOff, ...accepted, deletionDueAt, emailVerified };
    yield { path: "account/profile.json", rows: { ...toUserProfile(row), ...more } };
    if (termsVersion) {
      const agreed = [{ termsVersion, privacyVersion, fairUseVersion: null }];
      yield { path: "account/texts-agreed-to.json", rows: await agreedInFull(db, agreed) };
    }
    yield { path: "account/sign-in.json", rows: await methodsIn(db, id) };
    yield { path: "account/sessions.json", rows: await sessionsOf(db, id) };
    yield { path: "account/changes-of-e-mail.json", rows: await changesOf(db, id) };
    yield { path: "account/reports-of-threats.json", rows: await reportsOf(db, id) };
    yield { path: "account/views-by-admins.json", rows: await viewsOf(db, id) };
    yield { path: "account/record.json", rows: await recordOf(db, id) };
  },
  async keeps(db, { id }) {
    const [row] = await db.select({ role: people.role }).from(people).where(eq(people.id, id));
    if (row?.role !== 3) return [];
    const [others] = await db
      .select({ many: count() })
      .from(people)
      .where(and(eq(people.role, 3), ne(people.id, id), isNull(people.blockedAt)));
    return others?.many ? [] : ["There must be at least one admin. Make somebody else an admin first."];
  },
  async forget(work, { id, email }) {
    const { tx, now } = work;
    const key = work.ctx.runtime.port(authPort).emailKey(email);
    for (const table of [passkeys, totps, backupCodes, emailChanges, customers, seals, impersonations])
      await tx.delete(table).where(eq(table.personId, id));
    await tx.delete(sessions).where(eq(sessions.userId, id));
    await tx.delete(signIns).where(eq(signIns.userId, id));
    await tx.delete(oauthAttempts).where(eq(oauthAttempts.personId, id));
    await tx
      .delete(verificationTokens)
      .where(
        or(inArray(verificationTokens.subject, [id, `known:${id}`, key]), like(verificationTokens.value, `%${id}%`)),
      );
    await tx.delete(failedSignIns).where(eq(failedSignIns.key, `account:${key}`));
    await tx
      .update(people)
      .set({ ...nobody(id), updatedAt: now, blockedAt: now, anonymisedAt: now })
      .where(eq(people.id, id));
    work.audit({ action: "account.deleted", subject: id });
  },
};

const nobody = (id: string) => ({
  name: goneName,
  email: goneEmail(id),
  emailVerified: false,
  image: null,
  role: 1,
  capabilities: [],
  appleIdToken: null,
  timeZone: null,
  theme: null,
  noticesOff: [],
  blockedFor: null,
  factorRemovalAskedAt: null,
  deletionDueAt: null,
});

type Db = Parameters<PersonalData["gather"]>[0]["runtime"]["db"];

const methodsIn = async (db: Db, id: string) => ({
  methods: await db
    .select({ provider: signIns.providerId, email: signIns.email, since: signIns.createdAt })
    .from(signIns)
    .where(eq(signIns.userId, id)),
  passkeys: await db
    .select({ name: passkeys.name, since: passkeys.createdAt, lastUsed: passkeys.lastUsedAt })
    .from(passkeys)
    .where(eq(passkeys.personId, id)),
  authenticatorSince:
    (await db.select({ at: totps.confirmedAt }).from(totps).where(eq(totps.personId, id)))[0]?.at ?? null,
});

const sessionsOf = (db: Db, id: string) =>
  db
    .select({
      began: sessions.createdAt,
      lastUsed: sessions.updatedAt,
      method: sessions.method,
      address: sessions.ipAddress,
      browser: sessions.userAgent,
    })
    .from(sessions)
    .where(eq(sessions.userId, id));

const changesOf = (db: Db, id: string) =>
  db
    .select({
      from: emailChanges.oldEmail,
      to: emailChanges.newEmail,
      asked: emailChanges.createdAt,
      done: emailChanges.doneAt,
      undone: emailChanges.undoneAt,
    })
    .from(emailChanges)
    .where(eq(emailChanges.personId, id));

const reportsOf = async (db: Db, id: string) => ({
  reports: await db
    .select({ reached: seals.channels, orderId: seals.orderId, sealed: seals.sealedAt, lifted: seals.liftedAt })
    .from(seals)
    .where(eq(seals.personId, id)),
  lines: await db
    .select({ side: sealLines.side, text: sealLines.text, at: sealLines.at })
    .from(sealLines)
    .innerJoin(seals, eq(seals.id, sealLines.sealId))
    .where(eq(seals.personId, id)),
  openings: await db
    .select({
      parts: sealOpenings.parts,
      reason: sealOpenings.reason,
      from: sealOpenings.confirmedAt,
      to: sealOpenings.endsAt,
    })
    .from(sealOpenings)
    .innerJoin(seals, eq(seals.id, sealOpenings.sealId))
    .where(eq(seals.personId, id)),
});

const viewsOf = (db: Db, id: string) =>
  db
    .select({
      reason: impersonations.reason,
      from: impersonations.startedAt,
      to: impersonations.endsAt,
      ended: impersonations.endedAt,
    })
    .from(impersonations)
    .where(eq(impersonations.personId, id));

const recordOf = (db: Db, id: string) =>
  db
    .select({ at: audit.at, action: audit.action, subject: audit.subject })
    .from(audit)
    .where(eq(audit.actor, id))
    .orderBy(audit.at)
    .limit(10_000);

type Leaving = { id: string; email: string; name: string; dueAt: Date | null; gone: boolean };

/** A person with the instant at which the account goes, locked when `lock` says so; null when there is none. */
export async function leavingPerson(db: Database, personId: string, lock = false): Promise<Leaving | null> {
  const { id, email, name, deletionDueAt: dueAt, anonymisedAt } = people;
  const ask = db.select({ id, email, name, dueAt, anonymisedAt }).from(people).where(eq(people.id, personId));
  const [row] = await (lock ? ask.for("update") : ask);
  return row
    ? { id: row.id, email: row.email, name: row.name, dueAt: row.dueAt, gone: row.anonymisedAt !== null }
    : null;
}

/** Notes when the account goes, or with null that it stays. Marking it ends every other session of the person. */
export async function markForDeletion(work: Work, personId: string, dueAt: Date | null): Promise<void> {
  await work.tx.update(people).set({ deletionDueAt: dueAt, updatedAt: work.now }).where(eq(people.id, personId));
  if (dueAt) await endSessions(work, personId, work.viewer.kind === "person" ? work.viewer.sessionId : undefined);
  work.audit({ action: dueAt ? "account.deletion-asked" : "account.deletion-taken-back", subject: personId });
}
