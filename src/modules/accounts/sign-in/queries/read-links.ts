import { eq } from "drizzle-orm";
import { z } from "zod";
import { query } from "#src/platform/query.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { done, refuse } from "#src/shared/outcome.ts";
import { identityLabel, type Provider } from "../../domain/providers.ts";
import { foreignProviders } from "../../providers/linked-providers.ts";
import { people } from "../../tables.ts";
import {
  pendingToken,
  readToken,
  resetToken,
  startNewToken,
  startToken,
  type Vouched,
} from "../verification-tokens.ts";

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

/** `shown`: in demo mode, the code of the letter. */
type StartStage =
  | { stage: "letter"; email: string; shown?: string | undefined; provider?: Provider | undefined }
  | { stage: "new"; email: string; name?: string | undefined };

/** Whom a provider named in the browser with this token, while it waits for the code of a letter to this address. */
export async function vouchedIn(
  { runtime: { db, clock } }: Ctx,
  token: string,
  email: string,
): Promise<Vouched | undefined> {
  const waiting = token ? await readToken(db, startToken, token, clock()) : null;
  return waiting?.email === email ? waiting.vouched : undefined;
}

/** How far the browser with this token has come on the way in; null before it asked, and when its time is over. */
export async function readStart({ runtime: { db, clock } }: Ctx, token: string | null): Promise<StartStage | null> {
  if (!token) return null;
  const waiting = await readToken(db, startToken, token, clock());
  if (waiting)
    return { stage: "letter", email: waiting.email, shown: waiting.shown, provider: waiting.vouched?.provider };
  const proven = await readToken(db, startNewToken, token, clock());
  return proven && { stage: "new", email: proven.email, name: proven.vouched?.name };
}
