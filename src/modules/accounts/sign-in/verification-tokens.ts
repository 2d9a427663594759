import { and, eq, gt } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#src/platform/database/database.ts";
import { hashOf, newId, secretToken } from "#src/platform/ids.ts";
import { dayMinutes, minuteMs } from "#src/shared/units.ts";
import { providers } from "../domain/providers.ts";
import { shownFields } from "../fields.ts";
import { passwordHashOf } from "../own-account/people-store.ts";
import { verificationTokens } from "../tables.ts";

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
