import { eq } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { done, refuse } from "#src/shared/outcome.ts";
import { capabilities } from "#src/shared/viewer.ts";
import { emailField, nameField } from "../../fields.ts";
import { linkPath } from "../../mails/sign-in.ts";
import { loadPerson, lockEmail, makePerson, setPasswordHash } from "../../own-account/people-store.ts";
import { endSessions } from "../../sessions/sessions.ts";
import { issueReset } from "../../sign-in/reset-link.ts";
import { people } from "../../tables.ts";
import { setRole } from "./set-role.ts";

const input = z.strictObject({
  email: emailField,
  name: nameField.optional(),
  hash: z.string().optional(),
  promote: z.boolean(),
});

export type MadeAdmin = { personId: string; made: boolean; path: string | null };

/**
 * Makes an admin with every capability, by the operator's hand only (npm run admin:create). An existing account is
 * promoted when `promote` says so. `path`: the one-time link to set the password, null when a hash was given.
 */
export const makeAdmin = command<z.infer<typeof input>, MadeAdmin>("accounts.make-admin", {
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
