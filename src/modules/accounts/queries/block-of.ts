import { and, desc, eq, isNotNull, isNull } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { audit } from "#src/platform/tables.ts";
import { people } from "../tables.ts";

/** Of an address whose account an admin has blocked: whose it is, who did it and when; null for any other. */
export async function blockOf(db: Database, email: string) {
  const blocked = and(eq(people.email, email.toLowerCase()), isNotNull(people.blockedAt), isNull(people.anonymisedAt));
  const [person] = await db.select({ id: people.id, at: people.blockedAt }).from(people).where(blocked);
  if (!person?.at) return null;
  const [last] = await db
    .select({ actor: audit.actor })
    .from(audit)
    .where(and(eq(audit.subject, person.id), eq(audit.action, "account.blocked")))
    .orderBy(desc(audit.at))
    .limit(1);
  return last ? { personId: person.id, blockedBy: last.actor, at: person.at } : null;
}
