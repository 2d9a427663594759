import { eq } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { done, type Refusal, refuse } from "#src/shared/outcome.ts";
import { lockEmail, makePerson } from "../../own-account/people-store.ts";
import { authPort } from "../../ports.ts";
import { openSession, type SignedIn } from "../../sessions/sessions.ts";
import { people } from "../../tables.ts";
import { pendingToken } from "../link-kinds.ts";
import { consumeToken, dropTokens, readToken } from "../verification-tokens.ts";

export type Confirmed = { signedIn: SignedIn; next: string | undefined };

const over = (): Refusal =>
  refuse("expired", "This link was used already, or it is older than 24 hours. Register again to get a new one.");

/** Uses the link of a registration: makes the account, ends its other links, signs in, continues where the person was. */
export const confirmEmail = command<{ token: string }, Confirmed>("accounts.confirm-email", {
  input: z.object({ token: z.string().max(200) }),
  run: async (work, { token }) => {
    const found = await readToken(work.tx, pendingToken, token, work.now);
    if (!found) return over();
    await lockEmail(work.tx, found.email);
    const pending = await consumeToken(work.tx, pendingToken, token, work.now);
    if (!pending) return over();
    const { next, ...fields } = pending;
    const taken = await work.tx.select({ id: people.id }).from(people).where(eq(people.email, fields.email));
    if (taken.length > 0) return refuse("conflict", "This e-mail is confirmed already. Sign in with your password.");
    const person = await makePerson(work, fields);
    await dropTokens(work.tx, pendingToken, work.ctx.runtime.port(authPort).emailKey(fields.email));
    work.audit({ action: "account.registered", subject: person.id, detail: { email: person.email } });
    return done({ signedIn: await openSession(work, person, { method: "link" }), next });
  },
});
