import { and, eq, gt } from "drizzle-orm";
import type { z } from "zod";
import type { Database } from "#src/platform/database/database.ts";
import { hashOf, newId, secretToken } from "#src/platform/ids.ts";
import { proofs } from "./tables.ts";

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
  await tx.insert(proofs).values({
    id: newId(),
    identifier: identify(kind.kind, token),
    kind: kind.kind,
    subject,
    value: JSON.stringify(value),
    createdAt: now,
    updatedAt: now,
    expiresAt: new Date(now.getTime() + kind.minutes * 60_000),
  });
  return token;
}

/** Ends every link of this kind about `subject`. */
export async function dropProofs(tx: Database, { kind }: { kind: string }, subject: string): Promise<void> {
  await tx.delete(proofs).where(and(eq(proofs.kind, kind), eq(proofs.subject, subject)));
}

const matching = (kind: string, token: string, now: Date) =>
  and(eq(proofs.identifier, identify(kind, token)), gt(proofs.expiresAt, now));

/** What a link carries while it may be used, else null. */
export async function readToken<T>(db: Database, kind: TokenKind<T>, token: string, now: Date): Promise<T | null> {
  const [row] = await db
    .select({ value: proofs.value })
    .from(proofs)
    .where(matching(kind.kind, token, now));
  return row ? kind.carries.parse(JSON.parse(row.value)) : null;
}

/** Uses a link up: of any number of tries at once, one gets what it carries. */
export async function takeToken<T>(tx: Database, kind: TokenKind<T>, token: string, now: Date): Promise<T | null> {
  const [row] = await tx
    .delete(proofs)
    .where(matching(kind.kind, token, now))
    .returning({ value: proofs.value });
  return row ? kind.carries.parse(JSON.parse(row.value)) : null;
}
