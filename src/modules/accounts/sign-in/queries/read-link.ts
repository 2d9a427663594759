import { eq } from "drizzle-orm";
import { z } from "zod";
import { query } from "#src/platform/query.ts";
import { done, refuse } from "#src/shared/outcome.ts";
import { identityLabel } from "../../domain/providers.ts";
import { foreignProviders } from "../../providers/links.ts";
import { people } from "../../tables.ts";
import { pendingToken, resetToken } from "../link-kinds.ts";
import { readToken } from "../verification-tokens.ts";

const input = z.object({ token: z.string().max(200) });
const over = () => refuse("expired", "This link was used already, or it is too old.");

/** Whom a registration link is about, for the page with its button; the link stays unused. */
export const readConfirmLink = query<{ token: string }, { name: string; email: string }>("accounts.read-confirm-link", {
  input,
  run: async ({ db, now }, { token }) => {
    const pending = await readToken(db, pendingToken, token, now);
    return pending ? done({ name: pending.name, email: pending.email }) : over();
  },
});

/** `closes`: connected accounts that end with the old password, in words. */
type ResetLink = { name: string; email: string; closes: string[] };

/** Whose password a reset link sets; the link stays unused. */
export const readResetLink = query<{ token: string }, ResetLink>("accounts.read-reset-link", {
  input,
  run: async ({ db, now }, { token }) => {
    const link = await readToken(db, resetToken, token, now);
    if (!link) return over();
    const [person] = await db
      .select({ id: people.id, name: people.name, email: people.email })
      .from(people)
      .where(eq(people.id, link.personId));
    if (!person) return over();
    const closes = (await foreignProviders(db, person)).map(identityLabel);
    return done({ name: person.name, email: person.email, closes });
  },
});
