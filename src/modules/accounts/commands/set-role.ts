import { and, eq, isNull, ne, sql } from "drizzle-orm";
import type { Work } from "#src/platform/work.ts";
import { done, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import type { Capability, Role } from "#src/shared/viewer.ts";
import { endSessions } from "../sessions.ts";
import { people } from "../tables.ts";

type Change = { personId: string; role: Role; capabilities?: readonly Capability[] };

/**
 * Gives a person another role inside the caller's work; who may do that is the caller's rule. Every session of the
 * person ends, because a session is never worth more than the role it was made for. The last admin stays one.
 */
export async function setRole(work: Work, { personId, role, capabilities = [] }: Change): Promise<Outcome<null>> {
  await work.tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('accounts:admins', 0))`);
  const [person] = await work.tx.select().from(people).where(eq(people.id, personId)).for("update");
  if (!person) return notFound();
  if (person.role === 3 && role !== 3 && !(await hasOtherAdmin(work, personId)))
    return refuse("conflict", "There must be at least one admin. Make somebody else an admin first.");
  const given = role === 3 ? [...capabilities] : [];
  await work.tx.update(people).set({ role, capabilities: given, updatedAt: work.now }).where(eq(people.id, personId));
  await endSessions(work, personId);
  work.audit({
    action: "account.role-changed",
    subject: personId,
    detail: { from: person.role, to: role, capabilities: given },
  });
  return done(null);
}

async function hasOtherAdmin(work: Work, personId: string): Promise<boolean> {
  const others = await work.tx
    .select({ id: people.id })
    .from(people)
    .where(and(eq(people.role, 3), ne(people.id, personId), isNull(people.blockedAt)))
    .limit(1);
  return others.length > 0;
}
