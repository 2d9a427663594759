import { eq } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { done, refuse } from "#src/shared/outcome.ts";
import { registrationFields } from "../../fields.ts";
import { pendingToken, startNewToken } from "../../link-kinds.ts";
import { lockEmail, makePerson } from "../../people-store.ts";
import { authPort } from "../../ports.ts";
import { openSession, type SignedIn } from "../../sessions/sessions.ts";
import { people } from "../../tables.ts";
import { dropProofs, takeToken } from "../../verification-tokens.ts";

const { name, timeZone } = registrationFields;
const form = z.object({
  token: z.string().max(200),
  name,
  timeZone,
  terms: z.literal(["on", true], "Accept the terms to go on."),
});

type Opened = { signedIn: SignedIn; next: string | undefined };

/**
 * Makes the account of an address that a letter proved: role 1, no password; letters, passkeys and providers open it.
 * Refuses: invalid, expired, conflict when the address got an account meanwhile.
 */
export const openAccount = command<z.infer<typeof form>, Opened>("accounts.open-account", {
  input: form,
  run: async (work, { token, terms: _, ...fields }) => {
    const proven = await takeToken(work.tx, startNewToken, token, work.now);
    if (!proven) return refuse("expired", "This took longer than half an hour. Write your e-mail again.");
    const { email, next } = proven;
    await lockEmail(work.tx, email);
    const taken = await work.tx.select({ id: people.id }).from(people).where(eq(people.email, email));
    if (taken.length > 0) return refuse("conflict", "This e-mail has an account now. Write it again to sign in.");
    const person = await makePerson(work, { ...fields, email, hash: null });
    await dropProofs(work.tx, pendingToken, work.ctx.runtime.port(authPort).emailKey(email));
    work.audit({ action: "account.registered", subject: person.id, detail: { email } });
    return done({ signedIn: await openSession(work, person, { method: "link" }), next });
  },
});
