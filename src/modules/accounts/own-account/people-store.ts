import { and, eq, sql } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { newId } from "#src/platform/ids.ts";
import type { Work } from "#src/platform/work.ts";
import { done, type Outcome, refuse } from "#src/shared/outcome.ts";
import { customers, people, sessions, signIns } from "../tables.ts";
import { dropChangesTo } from "./email-changes.ts";

export type NewPerson = {
  name: string;
  email: string;
  hash: string | null;
  timeZone?: string | undefined;
  demo?: boolean;
  /** Null: accepted nothing yet; left out: now. */
  termsAcceptedAt?: Date | null | undefined;
  termsVersion?: string | undefined;
  privacyVersion?: string | undefined;
};
export type PersonRow = typeof people.$inferSelect;

/** Writes a person of role 1 whose address is confirmed, with a password if there is one, on this transaction. */
export async function makePerson(
  work: Work,
  { name, email, hash, timeZone, demo = false, termsAcceptedAt = work.now, ...accepted }: NewPerson,
): Promise<PersonRow> {
  const [made] = await work.tx
    .insert(people)
    .values({
      id: newId(),
      name,
      email,
      emailVerified: true,
      createdAt: work.now,
      updatedAt: work.now,
      timeZone: timeZone ?? null,
      demo,
      termsAcceptedAt,
      termsVersion: accepted.termsVersion ?? null,
      privacyVersion: accepted.privacyVersion ?? null,
    })
    .returning();
  if (!made) throw new Error("This person was not written.");
  await work.tx.insert(customers).values({ personId: made.id });
  await dropChangesTo(work.tx, email);
  if (hash) await addPassword(work, made.id, hash);
  return made;
}

const addPassword = ({ tx, now }: Work, personId: string, hash: string) =>
  tx.insert(signIns).values({
    id: newId(),
    userId: personId,
    providerId: "credential",
    accountId: personId,
    password: hash,
    createdAt: now,
    updatedAt: now,
  });

export async function loadPerson(work: Work, id: string): Promise<PersonRow> {
  const [row] = await work.tx.select().from(people).where(eq(people.id, id)).for("update");
  if (!row) throw new Error("This person is not there.");
  return row;
}

/**
 * The person of this request, locked, in a session that still holds. Whatever ended it, an undone change of e-mail or a
 * block, locks the person too: nothing that a request began before gets in behind it. Refuses signed-out.
 */
export async function lockOwnAccount(
  work: Work,
  signedOut: string,
): Promise<Outcome<PersonRow & { sessionId: string }>> {
  const { viewer } = work;
  if (viewer.kind !== "person") return refuse("signed-out", signedOut);
  const person = await loadPerson(work, viewer.id);
  const [session] = await work.tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, viewer.sessionId));
  return session
    ? done({ ...person, sessionId: session.id })
    : refuse("signed-out", "Your session ended in the meantime. Sign in again.");
}

/** Two writers of one address wait for each other. */
export async function lockEmail(tx: Work["tx"], email: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`accounts:${email}`}, 0))`);
}

/** The hash of a person's password, if there is one. */
export async function passwordHashOf(db: Work["tx"], personId: string): Promise<string | null> {
  const [row] = await db
    .select({ hash: signIns.password })
    .from(signIns)
    .where(and(eq(signIns.userId, personId), eq(signIns.providerId, "credential")));
  return row?.hash ?? null;
}

/** Replaces the password, or gives the first one. */
export async function setPasswordHash(work: Work, personId: string, hash: string): Promise<void> {
  const changed = await work.tx
    .update(signIns)
    .set({ password: hash, updatedAt: work.now })
    .where(and(eq(signIns.userId, personId), eq(signIns.providerId, "credential")))
    .returning({ id: signIns.id });
  if (changed.length === 0) await addPassword(work, personId, hash);
}

// The kept figures of a customer. Sums grow and fall in place, so that two payments at once both count; the row comes
// after those of payments in the order of locks (platform/database/README.md).

/** Counts an order that this person has just placed; written with the order. */
export function countPlaced(work: Work, personId: string): void {
  const change = work.tx
    .update(customers)
    .set({
      placed: sql`${customers.placed} + 1`,
      lastOrderAt: sql`greatest(${customers.lastOrderAt}, ${work.now.toISOString()}::timestamptz)`,
    })
    .where(eq(customers.personId, personId));
  work.defer({ change: change.getSQL() });
}

type CustomerMoney = { spent: number; refunded: number };

/** Adds what moved between this person and the shop, in the transaction that posts it to the ledger. */
export async function countMoney(tx: Database, personId: string, { spent, refunded }: CustomerMoney): Promise<void> {
  if (spent === 0 && refunded === 0) return;
  await tx
    .update(customers)
    .set({
      spentCents: sql`${customers.spentCents} + ${spent}`,
      refundedCents: sql`${customers.refundedCents} + ${refunded}`,
    })
    .where(eq(customers.personId, personId));
}

/** For the end of a demo alone: orders of people who stay are gone, `lastOrderAt` is that of the newest one left. */
export const uncountPlaced = (tx: Database, personId: string, gone: number, lastOrderAt: Date | null) =>
  tx
    .update(customers)
    .set({ placed: sql`${customers.placed} - ${gone}`, lastOrderAt })
    .where(eq(customers.personId, personId));
