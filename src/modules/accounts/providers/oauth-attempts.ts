import { and, eq, gt, isNull } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#src/platform/database/database.ts";
import { hashOf } from "#src/platform/ids.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { keyFor, seal, unseal } from "#src/platform/secret.ts";
import { type Provider, purposes, textTroubles } from "../domain/providers.ts";
import { oauthAttempts } from "../tables.ts";

export const attemptMinutes = 10;

const short = z.string().max(2000);
/** What a provider sends back; nothing of it is true before it was checked. */
export const rawAnswer = z.object({
  state: short.min(1),
  code: short.optional(),
  iss: short.optional(),
  error: short.optional(),
  user: z.string().max(8000).optional(),
});
export type RawAnswer = z.infer<typeof rawAnswer>;

/** The versions that the page showed to somebody new, or which of the texts were others by then. */
export const accepts = z.union([
  z.object({ termsVersion: z.string(), privacyVersion: z.string() }),
  z.enum(textTroubles),
]);
export type Accepts = z.infer<typeof accepts>;

const secrets = z.object({
  nonce: z.string(),
  verifier: z.string(),
  accepts: accepts.default("texts-changed"),
  answer: rawAnswer.optional(),
});
export type AttemptSecrets = z.infer<typeof secrets>;

/** An OAuth attempt that returned in time, to the browser that began it, for the first time. */
export const attempt = z.object({
  id: z.string(),
  provider: z.enum(["google", "apple"]),
  purpose: z.enum(purposes),
  personId: z.string().nullable(),
  next: z.string().nullable(),
  popup: z.string().nullable(),
  accepts,
});
export type OAuthAttempt = z.infer<typeof attempt>;

const key = (runtime: Pick<Runtime, "secret">): Buffer => keyFor(runtime.secret, "oauth attempts");

export const sealAttempt = (runtime: Runtime, id: string, content: AttemptSecrets): string =>
  seal(key(runtime), JSON.stringify(content), id);

function openAttempt(runtime: Runtime, row: { id: string; sealed: string }): AttemptSecrets | null {
  const text = unseal(key(runtime), row.sealed, row.id);
  return text === null ? null : secrets.parse(JSON.parse(text));
}

const running = (provider: Provider, now: Date) =>
  and(eq(oauthAttempts.provider, provider), isNull(oauthAttempts.usedAt), gt(oauthAttempts.expiresAt, now));

/**
 * Keeps the answer that Apple posted, until the browser comes for it: cookies are not sent with a form from another
 * site. The first answer stays. @returns the attempt's id, or null for a state that nobody waits for.
 */
export async function parkAnswer(tx: Database, runtime: Runtime, answer: RawAnswer, now: Date): Promise<string | null> {
  const [row] = await tx
    .select({ id: oauthAttempts.id, sealed: oauthAttempts.sealed })
    .from(oauthAttempts)
    .where(and(eq(oauthAttempts.state, hashOf(answer.state)), running("apple", now)))
    .for("update");
  const content = row && openAttempt(runtime, row);
  if (!content || content.answer) return null;
  const sealed = sealAttempt(runtime, row.id, { ...content, answer });
  await tx.update(oauthAttempts).set({ sealed }).where(eq(oauthAttempts.id, row.id));
  return row.id;
}

type Found = { attempt: OAuthAttempt; secrets: AttemptSecrets };
type Wanted = { provider: Provider; browser: string } & ({ state: string } | { id: string });

/** Uses an attempt up: of any number of tries at once, one gets it, and only the browser that began it. */
export async function useAttempt(tx: Database, runtime: Runtime, wanted: Wanted, now: Date): Promise<Found | null> {
  const which = "state" in wanted ? eq(oauthAttempts.state, hashOf(wanted.state)) : eq(oauthAttempts.id, wanted.id);
  const [row] = await tx
    .update(oauthAttempts)
    .set({ usedAt: now })
    .where(and(which, running(wanted.provider, now), eq(oauthAttempts.browser, hashOf(wanted.browser))))
    .returning();
  const content = row && openAttempt(runtime, row);
  return content ? { attempt: attempt.parse({ ...row, accepts: content.accepts }), secrets: content } : null;
}
