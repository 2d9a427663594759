import { eq } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { queueMail } from "#src/platform/mail/mail-records.ts";
import type { Work } from "#src/platform/work.ts";
import { done, invalid, notFound, type Outcome, type Refusal, refuse } from "#src/shared/outcome.ts";
import { type Capability, capabilities, type Role, toRole } from "#src/shared/viewer.ts";
import { roleLabels } from "../../domain/person-fields.ts";
import { canGrant, standingOf } from "../../domain/policy.ts";
import { roleChangedMail } from "../../mails/admin.ts";
import { endSessions } from "../../sessions/sessions.ts";
import { people } from "../../tables.ts";
import { hasOtherAdmin, lastAdmin, lockAdmins, lockPersonForAdmin, reasonField } from "../admin-side.ts";

const input = z.strictObject({
  personId: z.uuid(),
  role: z.coerce
    .number("Choose a role.")
    .refine((role): role is Role => role === 1 || role === 2 || role === 3, "Choose a role."),
  capabilities: z.array(z.enum(capabilities, "Choose from the list.")).max(capabilities.length).default([]),
  reason: reasonField,
  /** The role and capabilities that the admin saw, as `standingOf` writes them. */
  seen: z.string().max(200),
});

const first = (now: Role): Refusal =>
  refuse("conflict", `Somebody else was first. The role is ${roleLabels[now]} now, as the page shows.`);

/** In the order of the list, each once; none for who is no admin. */
const tidy = (role: Role, wanted: readonly Capability[]): readonly Capability[] =>
  role === 3 ? capabilities.filter((capability) => wanted.includes(capability)) : [];

/**
 * An admin with the capability `people` gives somebody else another role or other capabilities, with a reason; the
 * person is signed out and gets a mail. Refusals: those of `lockPersonForAdmin`, conflict (not what the admin saw), invalid.
 */
export const changeRole = command<z.infer<typeof input>, null>("accounts.change-role", {
  input,
  run: async (work, { personId, role, capabilities: wanted, reason, seen }) => {
    const found = await lockPersonForAdmin(work, personId);
    if (!found.ok) return found;
    const { person, mine } = found.value;
    const before = { role: toRole(person.role), capabilities: person.capabilities };
    if (standingOf(before) !== seen) return first(before.role);
    const after = { role, capabilities: tidy(role, wanted) };
    if (role === 3 && after.capabilities.length === 0)
      return invalid([{ path: "capabilities", message: "Choose what this admin may do." }]);
    if (!canGrant(mine, after.capabilities))
      return invalid([{ path: "capabilities", message: "You can give only what you may do yourself." }]);
    if (standingOf(after) === standingOf(before))
      return invalid([{ path: "role", message: "This is the role already. Choose another one." }]);
    const changed = await setRole(work, { personId, ...after, reason });
    if (!changed.ok) return changed;
    work.emit({ name: "account.role-changed", subject: personId, payload: { from: before.role, to: role } });
    await queueMail(work.tx, roleChangedMail(person.email, role, after.capabilities), work.now);
    return done(null);
  },
});

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
