import { eq } from "drizzle-orm";
import type { Work } from "#src/platform/work.ts";
import { done, notFound, type Outcome } from "#src/shared/outcome.ts";
import type { Capability, Role } from "#src/shared/viewer.ts";
import { endSessions } from "../../sessions/sessions.ts";
import { people } from "../../tables.ts";
import { hasOtherAdmin, lastAdmin, lockAdmins } from "../admin-side.ts";

type Change = {
  personId: string;
  role: Role;
  capabilities?: readonly Capability[];
  reason?: string;
  timeZone?: string;
};

/**
 * Gives a person another role inside the caller's work; who may do that is the caller's rule. Every session of the
 * person ends, because a session is never worth more than the role it was made for. The last admin stays one.
 * `timeZone` (IANA) becomes the profile's.
 */
export async function setRole(work: Work, change: Change): Promise<Outcome<null>> {
  const { personId, role, capabilities = [], reason, timeZone } = change;
  await lockAdmins(work);
  const [person] = await work.tx.select().from(people).where(eq(people.id, personId)).for("update");
  if (!person) return notFound();
  if (person.role === 3 && role !== 3 && !(await hasOtherAdmin(work, personId))) return lastAdmin();
  const given = role === 3 ? [...capabilities] : [];
  await work.tx
    .update(people)
    .set({ role, capabilities: given, ...(timeZone && { timeZone }), updatedAt: work.now })
    .where(eq(people.id, personId));
  await endSessions(work, personId);
  work.audit({
    action: "account.role-changed",
    subject: personId,
    detail: { from: person.role, to: role, capabilities: given, ...(reason && { reason }) },
  });
  return done(null);
}
