import { and, asc, eq } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import { queueMail } from "#src/platform/mail/mail-records.ts";
import { query } from "#src/platform/query.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { mustBeFresh } from "#src/platform/work.ts";
import { isId } from "#src/shared/id.ts";
import { done, notFound, type Outcome, type Refusal, refuse } from "#src/shared/outcome.ts";
import { deviceLabel } from "../../domain/lifetimes.ts";
import { nameProblem, tidyName } from "../../domain/person-fields.ts";
import { passkeyAddedMail } from "../../mails/ways-to-sign-in.ts";
import { lockOwnAccount } from "../../own-account/people-store.ts";
import { endSessions, freshen } from "../../sessions/sessions.ts";
import { passkeys } from "../../tables.ts";
import { type PasskeyAnswer, passkeyFields, readNewPasskey, withChallenge } from "../passkey-ceremony.ts";
import { factorsOf } from "../queries/factors-of.ts";
import { replaceBackupCodes } from "./app-and-backup-codes.ts";

const most = 20;
const signInFirst = "Sign in to see your passkeys.";
const signedOut = (): Refusal => refuse("signed-out", signInFirst);

type Added = { id: string; name: string; codes: string[] | null; cookies: string[] };

/**
 * Adds the passkey that the browser made; `token` is its challenge cookie. Needs a fresh sign-in. The first second
 * factor of a person ends the other sessions and brings backup codes (`codes`). This session gets a new token.
 */
export async function addPasskey(ctx: Ctx, passkey: string, token: string | null): Promise<Outcome<Added>> {
  if (ctx.viewer.kind !== "person") return signedOut();
  const asked = { token, purpose: "add", personId: ctx.viewer.id } as const;
  return withChallenge(ctx, asked, (challenge) => add(ctx, { passkey, challenge }));
}

const add = command<PasskeyAnswer, Added>("accounts.add-passkey", {
  input: z.object(passkeyFields),
  run: async (work, answer) => {
    const { viewer, now } = work;
    if (viewer.kind !== "person") return signedOut();
    const stale = mustBeFresh(work);
    if (stale) return stale;
    const made = await readNewPasskey(work, answer);
    if (!made.ok) return made;
    const { credential, credentialBackedUp } = made.value;
    const own = await lockOwnAccount(work, signInFirst);
    if (!own.ok) return own;
    const before = await factorsOf(work.tx, viewer.id);
    if (before.passkeys >= most) return refuse("conflict", `An account holds ${most} passkeys. Remove one first.`);
    const id = newId();
    const name = await freeName(work.tx, viewer.id, deviceLabel(work.ctx.request.agent ?? null));
    const written = await work.tx
      .insert(passkeys)
      .values({
        id,
        personId: viewer.id,
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey).toString("base64url"),
        counter: credential.counter,
        transports: credential.transports ?? [],
        backedUp: credentialBackedUp,
        name,
        createdAt: now,
      })
      .onConflictDoNothing({ target: passkeys.credentialId })
      .returning({ id: passkeys.id });
    if (written.length === 0) return refuse("conflict", "This passkey was added already.");
    const codes = before.backupCodes === 0 ? await replaceBackupCodes(work, viewer.id) : null;
    if (!before.any) await endSessions(work, viewer.id, viewer.sessionId);
    await queueMail(work.tx, passkeyAddedMail(viewer.email, name), now);
    work.audit({ action: "account.factor-added", subject: viewer.id, detail: { factor: "passkey", id } });
    return done({ id, name, codes, cookies: await freshen(work, { factor: true }) });
  },
});

/** The device's words, with a number when another passkey has that name. */
async function freeName(tx: Parameters<typeof factorsOf>[0], personId: string, wished: string): Promise<string> {
  const rows = await tx.select({ name: passkeys.name }).from(passkeys).where(eq(passkeys.personId, personId));
  const taken = new Set(rows.map(({ name }) => name));
  let name = wished;
  for (let n = 2; taken.has(name); n += 1) name = `${wished} ${n}`;
  return name;
}

const nameField = z
  .string()
  .max(200)
  .superRefine((name, check) => {
    const problem = nameProblem(name);
    if (problem) check.addIssue({ code: "custom", message: problem });
  })
  .transform(tidyName);

/** Gives an own passkey another name. */
export const renamePasskey = command<{ id: string; name: string }, null>("accounts.rename-passkey", {
  input: z.object({ id: z.string(), name: nameField }),
  run: async (work, { id, name }) => {
    if (work.viewer.kind !== "person") return signedOut();
    const stale = mustBeFresh(work);
    if (stale) return stale;
    if (!isId(id)) return notFound();
    const changed = await work.tx
      .update(passkeys)
      .set({ name })
      .where(and(eq(passkeys.id, id), eq(passkeys.personId, work.viewer.id)))
      .returning({ id: passkeys.id });
    if (changed.length === 0) return notFound();
    work.audit({ action: "account.passkey-renamed", subject: work.viewer.id, detail: { id } });
    return done(null);
  },
});

export type OwnPasskey = { id: string; name: string; createdAt: Date; lastUsedAt: Date | null; backedUp: boolean };

/** The viewer's passkeys, oldest first. */
export const myPasskeys = query<Record<string, never>, OwnPasskey[]>("accounts.my-passkeys", {
  private: true,
  input: z.object({}),
  run: async ({ db, viewer }) => {
    if (viewer.kind !== "person") return signedOut();
    const { id, name, createdAt, lastUsedAt, backedUp } = passkeys;
    const rows = await db
      .select({ id, name, createdAt, lastUsedAt, backedUp })
      .from(passkeys)
      .where(eq(passkeys.personId, viewer.id))
      .orderBy(asc(createdAt), asc(id));
    return done(rows);
  },
});
