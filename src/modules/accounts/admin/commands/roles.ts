import { eq } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { queueMail } from "#src/platform/mail/mail-records.ts";
import { type Runtime, systemCtx } from "#src/platform/runtime.ts";
import type { Work } from "#src/platform/work.ts";
import { mailAddress } from "#src/shared/mail-address.ts";
import { done, invalid, notFound, type Outcome, type Refusal, refuse } from "#src/shared/outcome.ts";
import { type Capability, capabilities, type Role, toRole } from "#src/shared/viewer.ts";
import { roleLabels } from "../../domain/person-fields.ts";
import { canGiveRole, canGrant, standingOf } from "../../domain/policy.ts";
import { emailField, nameField } from "../../fields.ts";
import { roleChangedMail } from "../../mails/admin.ts";
import { linkPath } from "../../mails/sign-in.ts";
import { loadPerson, lockEmail, makePerson, setPasswordHash } from "../../own-account/people-store.ts";
import { authPort } from "../../ports.ts";
import { endSessions } from "../../sessions/sessions.ts";
import { refusedPassword } from "../../sign-in/refused-password.ts";
import { issueReset } from "../../sign-in/verification-tokens.ts";
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
 * Gives a person another role inside the caller's work. Every session of the person ends, because a session is never worth
 * more than the role it was made for. The last admin stays one. `timeZone` (IANA) becomes the profile's. Refuses not-found,
 * also for a viewer who gives no such role, and conflict (the last admin).
 */
export async function setRole(work: Work, change: Change): Promise<Outcome<null>> {
  const { personId, role, capabilities = [], reason, timeZone } = change;
  const given = role === 3 ? [...capabilities] : [];
  if (!canGiveRole(work.viewer, given)) return notFound();
  await lockAdmins(work);
  const [person] = await work.tx.select().from(people).where(eq(people.id, personId)).for("update");
  if (!person) return notFound();
  if (person.role === 3 && role !== 3 && !(await hasOtherAdmin(work, personId))) return lastAdmin();
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

const adminInput = z.strictObject({
  email: emailField,
  name: nameField.optional(),
  hash: z.string().optional(),
  promote: z.boolean(),
});

type MadeAdmin = { personId: string; made: boolean; path: string | null };

/**
 * Makes an admin with every capability, by the operator's hand only (npm run admin:create). An existing account is
 * promoted when `promote` says so. `path`: the one-time link to set the password, null when a hash was given.
 */
const makeAdmin = command<z.infer<typeof adminInput>, MadeAdmin>("accounts.make-admin", {
  input: adminInput,
  run: async (work, { email, name, hash, promote }) => {
    if (work.viewer.kind !== "system") return refuse("forbidden", "Admins are made on the server only.");
    await lockEmail(work.tx, email);
    const [known] = await work.tx.select().from(people).where(eq(people.email, email));
    if (known && !promote)
      return refuse(
        "conflict",
        `${email} has an account with role ${known.role} already. Add --yes to make it an admin.`,
      );
    if (!known && !name) return refuse("invalid", "Give a name for the new account: --name.");
    const person = known ?? (await makePerson(work, { email, name: name ?? email, hash: null, termsAcceptedAt: null }));
    const changed = await setRole(work, { personId: person.id, role: 3, capabilities });
    if (!changed.ok) return changed;
    if (hash) {
      await setPasswordHash(work, person.id, hash);
      await endSessions(work, person.id);
    }
    work.audit({ action: "account.admin-made", subject: person.id, detail: { email, made: !known } });
    const row = await loadPerson(work, person.id);
    return done({
      personId: row.id,
      made: !known,
      path: hash ? null : linkPath("/passreset", await issueReset(work.tx, row.id, work.now)),
    });
  },
});

export type AdminWish = { email: string; name: string | undefined; password: string | undefined; promote: boolean };

/** Makes or promotes an admin for the operator's shell. Returns the words to print; refusals are one sentence. */
export async function createAdmin(
  runtime: Runtime,
  { email, name, password, promote }: AdminWish,
): Promise<Outcome<string>> {
  const address = mailAddress(email) ?? email;
  let hash: string | undefined;
  if (password !== undefined) {
    const wrong = await refusedPassword(runtime, password, { email: address, name: name ?? "" });
    if (wrong) return refuse("invalid", `This password cannot be used. ${wrong}`);
    const made = await runtime.port(authPort).hashing.hash(password);
    if (!made.ok) return made;
    hash = made.value;
  }
  const outcome = await makeAdmin(systemCtx(runtime, "admin-create"), { email, name, hash, promote });
  if (!outcome.ok) return { ...outcome, message: outcome.fields?.[0]?.message ?? outcome.message };
  const { made, path } = outcome.value;
  const first = `${address} is ${made ? "made and is" : ""} an admin with every capability.`.replace(/ {2,}/g, " ");
  const then = path
    ? `Set the password with this link, once, within 30 minutes:\n${new URL(path, runtime.config.baseUrl).href}`
    : `Sign in at ${new URL("/login", runtime.config.baseUrl).href}`;
  const factor =
    runtime.mode === "demo"
      ? ""
      : "\nThe first sign-in asks to add a second factor (an authenticator app or a passkey): have it at hand.";
  return { ok: true, value: `${first}\n${then}${factor}` };
}
