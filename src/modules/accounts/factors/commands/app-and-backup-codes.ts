import { eq } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import { queueMail } from "#src/platform/mail/mail-records.ts";
import { query } from "#src/platform/query.ts";
import { seal, unseal } from "#src/platform/secret.ts";
import { mustBeFresh, type Work } from "#src/platform/work.ts";
import { done, invalid, type Outcome, type Refusal, refuse } from "#src/shared/outcome.ts";
import type { Viewer } from "#src/shared/viewer.ts";
import { isOwn } from "../../domain/policy.ts";
import { appAddedMail, newBackupCodesMail } from "../../mails/ways-to-sign-in.ts";
import { lockOwnAccount } from "../../own-account/people-store.ts";
import { endSessions, freshen } from "../../sessions/sessions.ts";
import { consumeToken, dropTokens, issueToken, readToken, type TokenKind } from "../../sign-in/verification-tokens.ts";
import { backupCodes, totps } from "../../tables.ts";
import { codeKey, hashBackupCode, newBackupCodes, newSecret, shownCode, stepOfCode, typedCode } from "../codes.ts";
import { factorsOf } from "../queries/factors-of.ts";

const carries = z.object({ personId: z.string(), sealed: z.string() });
/** A secret that was shown and waits for its first code; the app in use stays until then. */
export const addAppToken: TokenKind<z.infer<typeof carries>> = { kind: "add-app", minutes: 15, carries };

const signInFirst = "Sign in to change your second factor.";
const signedOut = (): Refusal => refuse("signed-out", signInFirst);
const over = (): Refusal => refuse("expired", "This took longer than 15 minutes. Begin again with a new key.");

/** Makes a secret for an authenticator app and shows it to the person of this request. Needs a fresh sign-in. */
export const beginApp = command<Record<string, never>, { token: string; secret: string }>("accounts.begin-app", {
  input: z.object({}),
  run: async (work) => {
    if (work.viewer.kind !== "person") return signedOut();
    const stale = mustBeFresh(work);
    if (stale) return stale;
    const { id } = work.viewer;
    const secret = newSecret();
    await dropTokens(work.tx, addAppToken, id);
    const sealed = seal(codeKey(work.ctx.runtime.secret), secret, id);
    return done({ token: await issueToken(work.tx, addAppToken, id, { personId: id, sealed }, work.now), secret });
  },
});

const openSecret = (
  runtime: { secret: string },
  viewer: Viewer,
  found: z.infer<typeof carries> | null,
): string | null => (found && isOwn(found, viewer) ? unseal(codeKey(runtime.secret), found.sealed, viewer.id) : null);

/** The secret again, for the page after a wrong code. */
export const shownApp = query<{ token: string }, { secret: string }>("accounts.shown-app", {
  input: z.object({ token: z.string().max(200) }),
  run: async ({ db, ctx, viewer, now }, { token }): Promise<Outcome<{ secret: string }>> => {
    const secret = openSecret(ctx.runtime, viewer, await readToken(db, addAppToken, token, now));
    return secret ? done({ secret }) : over();
  },
});

type Added = { codes: string[] | null; cookies: string[] };

/**
 * The first code of the app: from now on it is a second factor, in place of an earlier app. Other sessions end, this
 * one gets a new token. `codes`: the backup codes, when the person had none.
 */
export const addApp = command<{ token: string; code: string }, Added>("accounts.add-app", {
  input: z.object({ token: z.string().max(200), code: z.string().max(40).transform(typedCode) }),
  run: async (work, { token, code }) => {
    const { viewer, now } = work;
    if (viewer.kind !== "person") return signedOut();
    const stale = mustBeFresh(work);
    if (stale) return stale;
    const own = await lockOwnAccount(work, signInFirst);
    if (!own.ok) return own;
    const secret = openSecret(work.ctx.runtime, viewer, await consumeToken(work.tx, addAppToken, token, now));
    if (!secret) return over();
    const lastStep = await stepOfCode(secret, code, 0, now);
    if (lastStep === null)
      return invalid([
        { path: "code", message: "This code does not fit. Check the clock of the device, and type the next code." },
      ]);
    const row = { secret: seal(codeKey(work.ctx.runtime.secret), secret, viewer.id), lastStep, createdAt: now };
    await work.tx
      .insert(totps)
      .values({ personId: viewer.id, ...row, confirmedAt: now })
      .onConflictDoUpdate({ target: totps.personId, set: { ...row, confirmedAt: now } });
    const { backupCodes } = await factorsOf(work.tx, viewer.id);
    const codes = backupCodes === 0 ? await replaceBackupCodes(work, viewer.id) : null;
    await endSessions(work, viewer.id, own.value.sessionId);
    await queueMail(work.tx, appAddedMail(viewer.email), now);
    work.audit({ action: "account.factor-added", subject: viewer.id, detail: { factor: "app" } });
    return done({ codes, cookies: await freshen(work, { factor: true }) });
  },
});

/** Replaces a person's backup codes by ten new ones. Returns them as people read them: nobody can read them again. */
export async function replaceBackupCodes(work: Work, personId: string): Promise<string[]> {
  const codes = newBackupCodes();
  await work.tx.delete(backupCodes).where(eq(backupCodes.personId, personId));
  await work.tx.insert(backupCodes).values(
    codes.map((code) => ({
      id: newId(),
      personId,
      hash: hashBackupCode(work.ctx.runtime, personId, code),
      createdAt: work.now,
    })),
  );
  return codes.map(shownCode);
}

/** Makes a new set of backup codes for the person of this request; the old ones stop to work. Needs a fresh sign-in. */
export const makeBackupCodes = command<Record<string, never>, { codes: string[] }>("accounts.make-backup-codes", {
  input: z.object({}),
  run: async (work) => {
    const stale = mustBeFresh(work);
    if (stale) return stale;
    const own = await lockOwnAccount(work, "Sign in to make backup codes.");
    if (!own.ok) return own;
    const { id, email } = own.value;
    if (!(await factorsOf(work.tx, id)).any)
      return refuse("conflict", "Backup codes come with a second factor. Add an authenticator app or a passkey first.");
    const codes = await replaceBackupCodes(work, id);
    await queueMail(work.tx, newBackupCodesMail(email), work.now);
    work.audit({ action: "account.backup-codes-made", subject: id });
    return done({ codes });
  },
});
