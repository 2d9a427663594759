import { and, eq, gt } from "drizzle-orm";
import type { z } from "zod";
import type { Database } from "#src/platform/database/database.ts";
import { hashOf, newId, secretToken } from "#src/platform/ids.ts";
import { minuteMs } from "#src/shared/units.ts";
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
