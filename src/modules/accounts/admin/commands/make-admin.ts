import { eq } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { type Runtime, systemCtx } from "#src/platform/runtime.ts";
import { mailAddress } from "#src/shared/mail-address.ts";
import { done, type Outcome, refuse } from "#src/shared/outcome.ts";
import { capabilities } from "#src/shared/viewer.ts";
import { emailField, nameField } from "../../fields.ts";
import { linkPath } from "../../mails/sign-in.ts";
import { loadPerson, lockEmail, makePerson, setPasswordHash } from "../../own-account/people-store.ts";
import { authPort } from "../../ports.ts";
import { endSessions } from "../../sessions/sessions.ts";
import { refusedPassword } from "../../sign-in/refused-password.ts";
import { issueReset } from "../../sign-in/verification-tokens.ts";
import { people } from "../../tables.ts";
import { setRole } from "./change-role.ts";

const input = z.strictObject({
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
const makeAdmin = command<z.infer<typeof input>, MadeAdmin>("accounts.make-admin", {
  input,
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
