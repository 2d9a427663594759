import { and, eq, sql } from "drizzle-orm";
import type { Work } from "#src/platform/work.ts";
import { dropChangesTo } from "./email-changes.ts";
import { authPort } from "./ports.ts";
import { people, signIns } from "./tables.ts";

export type NewPerson = {
  name: string;
  email: string;
  hash: string | null;
  timeZone?: string | undefined;
  demo?: boolean;
  termsAccepted?: boolean;
};
export type PersonRow = typeof people.$inferSelect;

/** Writes a person of role 1 whose address is confirmed, with a password if there is one, on this transaction. */
export async function makePerson(
  work: Work,
  { name, email, hash, timeZone, demo = false, termsAccepted = true }: NewPerson,
): Promise<PersonRow> {
  const { inside } = work.ctx.house.port(authPort);
  return inside(work.tx, async (rows) => {
    const fields = { timeZone: timeZone ?? null, demo, termsAcceptedAt: termsAccepted ? work.now : null };
    const made = await rows.createUser({ name, email, emailVerified: true, ...fields }, { method: "email-password" });
    await dropChangesTo(work.tx, email);
    if (hash) await rows.linkAccount({ userId: made.id, providerId: "credential", accountId: made.id, password: hash });
    return loadPerson(work, made.id);
  });
}

export async function loadPerson(work: Work, id: string): Promise<PersonRow> {
  const [row] = await work.tx.select().from(people).where(eq(people.id, id)).for("update");
  if (!row) throw new Error("This person is not there.");
  return row;
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
  if (changed.length > 0) return;
  const { inside } = work.ctx.house.port(authPort);
  await inside(work.tx, (rows) =>
    rows.linkAccount({ userId: personId, providerId: "credential", accountId: personId, password: hash }),
  );
}
