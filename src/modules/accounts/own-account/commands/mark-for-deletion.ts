import { eq } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import type { Work } from "#src/platform/work.ts";
import { endSessions } from "../../sessions/sessions.ts";
import { people } from "../../tables.ts";

export type Leaving = { id: string; email: string; name: string; dueAt: Date | null; gone: boolean };

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
