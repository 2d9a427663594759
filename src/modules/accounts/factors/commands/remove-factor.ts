import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { parseInput } from "#src/platform/input.ts";
import { queueMail } from "#src/platform/mail/mail-records.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { mustBeFresh, type Work } from "#src/platform/work.ts";
import { done, invalid, notFound, type Outcome, type Refusal, refuse } from "#src/shared/outcome.ts";
import type { Person } from "#src/shared/viewer.ts";
import { normalised, shortest } from "../../domain/password.ts";
import { appRemovedMail, passkeyRemovedMail } from "../../mails/ways-to-sign-in.ts";
import { loadPerson, passwordHashOf } from "../../own-account/people-store.ts";
import { authPort } from "../../ports.ts";
import { endSessions } from "../../sessions/sessions.ts";
import { mustShowFactor } from "../../sessions/viewer.ts";
import { countFailedSignIn, forgetFailedSignIns } from "../../sign-in/limits.ts";
import { backupCodes, passkeys, totps } from "../../tables.ts";
import { type Factors, factorsOf } from "../queries/factors-of.ts";

type Removal = { factor: "app" } | { factor: "passkey"; id: string };

const removal = z.discriminatedUnion("factor", [
  z.object({ factor: z.literal("app") }),
  z.object({ factor: z.literal("passkey"), id: z.uuid() }),
]);
const form = z.intersection(removal, z.object({ password: z.string().max(1000).optional() }));

const signedOut = (): Refusal => refuse("signed-out", "Sign in to change your second factor.");

/**
 * Removes the authenticator app or one passkey of the person of this request; other sessions end, the owner gets a
 * mail. Needs a fresh sign-in. The last factor: refused for roles that need one; else `password` must be typed.
 */
export async function removeFactor(ctx: Ctx, raw: unknown): Promise<Outcome<null>> {
  const parsed = parseInput<z.infer<typeof form>>(form, raw);
  if (!parsed.ok) return notFound();
  const { viewer } = ctx;
  if (viewer.kind !== "person") return signedOut();
  const stale = mustBeFresh({ viewer, now: ctx.runtime.clock() });
  if (stale) return stale;
  const { password, ...wanted } = parsed.value;
  const may = await mayLoseFactor(ctx, viewer, wanted, password);
  return may.ok ? remove(ctx, { ...wanted, mayLoseLast: may.value }) : may;
}

const checked = z.intersection(removal, z.object({ mayLoseLast: z.boolean() }));

const remove = command<z.infer<typeof checked>, null>("accounts.remove-factor", {
  input: checked,
  run: async (work, { mayLoseLast, ...wanted }) => {
    const { viewer } = work;
    if (viewer.kind !== "person") return signedOut();
    const { id, email } = await loadPerson(work, viewer.id);
    const mail = wanted.factor === "app" ? await dropApp(work, id, email) : await dropPasskey(work, id, email, wanted);
    if (!mail) return notFound();
    const refused = await settleAfterRemoval(work, id, mayLoseLast);
    if (refused) return refused;
    await endSessions(work, id, viewer.sessionId);
    await queueMail(work.tx, mail, work.now);
    work.audit({ action: "account.factor-removed", subject: id, detail: { factor: wanted.factor } });
    return done(null);
  },
});

async function dropApp({ tx }: Work, personId: string, email: string) {
  const gone = await tx.delete(totps).where(eq(totps.personId, personId)).returning({ id: totps.personId });
  return gone.length > 0 ? appRemovedMail(email) : null;
}

async function dropPasskey(
  { tx }: Work,
  personId: string,
  email: string,
  { id }: Extract<Removal, { factor: "passkey" }>,
) {
  const [gone] = await tx
    .delete(passkeys)
    .where(and(eq(passkeys.personId, personId), eq(passkeys.id, id)))
    .returning({ name: passkeys.name });
  return gone ? passkeyRemovedMail(email, gone.name) : null;
}

const wouldLeaveNone = (factors: Factors, removal: Removal): boolean =>
  removal.factor === "app" ? factors.passkeys === 0 : !factors.totp && factors.passkeys <= 1;

const needed = (): Refusal =>
  refuse(
    "conflict",
    "Your role needs a second factor, and this is your only one. Add another one first, then remove this.",
  );

const tooShort = (): Refusal =>
  refuse(
    "conflict",
    `Without a second factor your password needs ${shortest} characters or more, and it is shorter. Choose a longer password first.`,
  );

/**
 * Before the only factor goes: a role that needs one keeps it, and a password that is long enough beside a factor may
 * be too short alone. Its length is known only when it is typed. Returns whether the last one may go.
 */
async function mayLoseFactor(
  ctx: Ctx,
  person: Person,
  removal: Removal,
  password: string | undefined,
): Promise<Outcome<boolean>> {
  const { runtime } = ctx;
  const factors = await factorsOf(runtime.db, person.id);
  if (!factors.any || !wouldLeaveNone(factors, removal)) return done(false);
  if (mustShowFactor(runtime, person.waitingRole ?? person.role)) return needed();
  const hash = await passwordHashOf(runtime.db, person.id);
  if (!hash) return done(true);
  if (!password)
    return invalid([{ path: "password", message: "Type your password: without a second factor it must be long." }]);
  const key = `confirm:${person.id}`;
  const wait = await countFailedSignIn(runtime, key);
  if (wait) return wait;
  const right = await runtime.port(authPort).hashing.verify(hash, password);
  if (!right.ok) return right;
  if (!right.value) return invalid([{ path: "password", message: "This is not your password." }]);
  await forgetFailedSignIns(runtime.db, key);
  return [...normalised(password)].length < shortest ? tooShort() : done(true);
}

/** Inside the removal, after it: two removals at once must not leave none. Backup codes go with the last factor. */
async function settleAfterRemoval(work: Work, personId: string, mayLoseLast: boolean): Promise<Refusal | null> {
  if ((await factorsOf(work.tx, personId)).any) return null;
  if (!mayLoseLast) return refuse("conflict", "Your factors changed in another window. Look at them again.");
  await work.tx.delete(backupCodes).where(eq(backupCodes.personId, personId));
  return null;
}
