import { and, eq, gt } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#src/platform/database/database.ts";
import { hashOf, newId, secretToken } from "#src/platform/ids.ts";
import { query } from "#src/platform/query.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { done, refuse } from "#src/shared/outcome.ts";
import { dayMinutes, minuteMs } from "#src/shared/units.ts";
import { identityLabel, type Provider, providers } from "../domain/providers.ts";
import { shownFields } from "../fields.ts";
import { passwordHashOf } from "../own-account/people-store.ts";
import { foreignProviders } from "../providers/linked-providers.ts";
import { people, verificationTokens } from "../tables.ts";

/** A kind of one-time link: what it carries, and for how many minutes it may be used. */
export type TokenKind<T> = { kind: string; minutes: number; carries: z.ZodType<T> };

const identify = (kind: string, token: string): string => `${kind}:${hashOf(token)}`;

/** Writes a new one-time link about `subject`; only the hash of its 256-bit token is kept. Returns the token. */
export async function issueToken<T>(
  tx: Database,
  kind: TokenKind<T>,
  subject: string,
  value: T,
  now: Date,
): Promise<string> {
  const token = secretToken();
  await tx.insert(verificationTokens).values({
    id: newId(),
    identifier: identify(kind.kind, token),
    kind: kind.kind,
    subject,
    value: JSON.stringify(value),
    createdAt: now,
    updatedAt: now,
    expiresAt: new Date(now.getTime() + kind.minutes * minuteMs),
  });
  return token;
}

/** Ends every link of this kind about `subject`. */
export async function dropTokens(tx: Database, { kind }: { kind: string }, subject: string): Promise<void> {
  await tx
    .delete(verificationTokens)
    .where(and(eq(verificationTokens.kind, kind), eq(verificationTokens.subject, subject)));
}

const matching = (kind: string, token: string, now: Date) =>
  and(eq(verificationTokens.identifier, identify(kind, token)), gt(verificationTokens.expiresAt, now));

/** What a link carries while it may be used, else null. */
export async function readToken<T>(db: Database, kind: TokenKind<T>, token: string, now: Date): Promise<T | null> {
  const [row] = await db
    .select({ value: verificationTokens.value })
    .from(verificationTokens)
    .where(matching(kind.kind, token, now));
  return row ? kind.carries.parse(JSON.parse(row.value)) : null;
}

/** Uses a link up: of any number of tries at once, one gets what it carries. */
export async function consumeToken<T>(tx: Database, kind: TokenKind<T>, token: string, now: Date): Promise<T | null> {
  const [row] = await tx
    .delete(verificationTokens)
    .where(matching(kind.kind, token, now))
    .returning({ value: verificationTokens.value });
  return row ? kind.carries.parse(JSON.parse(row.value)) : null;
}

const pending = z.object({
  name: z.string(),
  email: z.string(),
  timeZone: z.string().optional(),
  next: z.string().optional(),
  hash: z.string(),
  ...shownFields,
  /** When the form was sent: that is when its texts were accepted. */
  termsAcceptedAt: z.coerce.date().optional(),
});
export type Pending = z.infer<typeof pending>;

/** A registration that waits for its mail: the account is made when the link is used, not before. */
export const pendingToken: TokenKind<Pending> = { kind: "register", minutes: dayMinutes, carries: pending };

const reset = z.object({ personId: z.string(), seal: z.string() });

/** A link to choose a password; `seal` binds it to the password of the moment it was made. */
export const resetToken: TokenKind<z.infer<typeof reset>> = { kind: "reset", minutes: 30, carries: reset };

const step = z.object({
  personId: z.string(),
  method: z.enum(["password", "google", "apple", "link"]),
  short: z.boolean(),
});

/** A sign-in whose first step was right; its token lives in the browser's cookie alone. */
export const stepToken: TokenKind<z.infer<typeof step>> = { kind: "second-step", minutes: 10, carries: step };

const start = z.object({ email: z.string(), next: z.string().optional() });
/** Somebody whom a provider vouched for while the address was not proven yet: connected when it is. */
export const vouched = z.object({ provider: z.enum(providers), sub: z.string(), name: z.string() });
export type Vouched = z.infer<typeof vouched>;

const waiting = start.extend({
  vouched: vouched.optional(),
  nonce: z.string(),
  hash: z.string(),
  shown: z.string().optional(),
});

/** A browser that waits for the code of a letter; its token lives in that browser's cookie alone. `shown`: demo mode. */
export const startToken: TokenKind<z.infer<typeof waiting>> = { kind: "start", minutes: 10, carries: waiting };

/** The link of the same letter. */
export const startLinkToken: TokenKind<z.infer<typeof start>> = { kind: "start-link", minutes: 10, carries: start };

const proven = start.extend({ vouched: vouched.optional() });

/** An address that a letter proved and that has no account yet; in the browser's cookie. */
export const startNewToken: TokenKind<z.infer<typeof proven>> = { kind: "start-new", minutes: 30, carries: proven };

/** Says which password a reset link was made for, without saying the hash. */
export const sealOf = (hash: string | null): string => hashOf(hash ?? "none");

/** A link to choose a new password; the newest of a person is the only one that counts. Returns its token. */
export async function issueReset(tx: Database, personId: string, now: Date): Promise<string> {
  await dropTokens(tx, resetToken, personId);
  const seal = sealOf(await passwordHashOf(tx, personId));
  return issueToken(tx, resetToken, personId, { personId, seal }, now);
}

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
