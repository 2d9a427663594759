import { and, eq, ne } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { parseInput } from "#src/platform/input.ts";
import { queueMail } from "#src/platform/mail/mail-records.ts";
import type { Ctx, Runtime } from "#src/platform/runtime.ts";
import { done, type FieldError, invalid, type Outcome, type Refusal, refuse, stepUp } from "#src/shared/outcome.ts";
import { isFresh, type Person } from "#src/shared/viewer.ts";
import { normalised, shortest, shortestWithFactor } from "../../domain/password.ts";
import { factorsOf } from "../../factors/queries/factors-of.ts";
import { ownPasswordMail } from "../../mails/sessions.ts";
import { authPort } from "../../ports.ts";
import { endSessions, freshen } from "../../sessions/sessions.ts";
import { countFailedSignIn, forgetFailedSignIns } from "../../sign-in/limits.ts";
import { refusedPassword } from "../../sign-in/refused-password.ts";
import { dropTokens, resetToken } from "../../sign-in/verification-tokens.ts";
import { sessions } from "../../tables.ts";
import { lockOwnAccount, passwordHashOf, setPasswordHash } from "../people-store.ts";

const form = z.object({ current: z.string().max(1000).default(""), password: z.string() });

type Made = { cookies: string[] };

const signInFirst = "Sign in to change your password.";

/** How many characters a person's new password has at least: fewer while a second factor is active. */
export const leastFor = async (db: Runtime["db"], personId: string): Promise<number> =>
  (await factorsOf(db, personId)).any ? shortestWithFactor : shortest;

/**
 * Changes the own password by the one of now, or sets the first one in a fresh session. Ends all other sessions, gives
 * this one a new token and notifies the owner. Wrong tries are counted like those of a sign-in.
 */
export async function changePassword(ctx: Ctx, raw: unknown): Promise<Outcome<Made>> {
  const { runtime, viewer } = ctx;
  if (viewer.kind !== "person") return refuse("signed-out", signInFirst);
  const parsed = parseInput<z.infer<typeof form>>(form, raw);
  if (!parsed.ok) return parsed;
  const { current, password } = parsed.value;
  const known = await passwordHashOf(runtime.db, viewer.id);
  if (known === null && !isFresh(viewer, runtime.clock())) return stepUp();
  const wrong = await newPasswordErrors(runtime, viewer, { current, password, hasOne: known !== null });
  if (wrong.length > 0) return invalid(wrong);
  const { hashing } = runtime.port(authPort);
  if (known !== null) {
    const wait = await checkCurrent(runtime, viewer, known, current);
    if (wait) return wait;
  }
  const hash = await hashing.hash(password);
  return hash.ok ? change(ctx, { known, hash: hash.value }) : hash;
}

async function newPasswordErrors(
  runtime: Runtime,
  person: Person,
  { current, password, hasOne }: { current: string; password: string; hasOne: boolean },
): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  if (hasOne && current === "") errors.push({ path: "current", message: "Write your current password." });
  const problem =
    (await refusedPassword(runtime, password, person, await leastFor(runtime.db, person.id))) ??
    (hasOne && normalised(password) === normalised(current) ? "This is the password you have now." : null);
  if (problem) errors.push({ path: "password", message: problem });
  return errors;
}

async function checkCurrent(runtime: Runtime, { id }: Person, known: string, current: string): Promise<Refusal | null> {
  const key = failuresKeyOf(id);
  const wait = await countFailedSignIn(runtime, key);
  if (wait) return wait;
  const right = await runtime.port(authPort).hashing.verify(known, current);
  if (!right.ok) return right;
  if (right.value) return null;
  return invalid([{ path: "current", message: "This is not your password. Nothing was changed." }]);
}

const failuresKeyOf = (personId: string): string => `change:${personId}`;

const checked = z.object({ known: z.string().nullable(), hash: z.string() });

const change = command<z.infer<typeof checked>, Made>("accounts.change-password", {
  input: checked,
  run: async (work, { known, hash }) => {
    const own = await lockOwnAccount(work, signInFirst);
    if (!own.ok) return own;
    const person = own.value;
    if ((await passwordHashOf(work.tx, person.id)) !== known)
      return refuse("conflict", "The password was changed in another window a moment ago. Open this page again.");
    await setPasswordHash(work, person.id, hash);
    await endSessions(work, person.id, person.sessionId);
    await dropTokens(work.tx, resetToken, person.id);
    await forgetFailedSignIns(work.tx, failuresKeyOf(person.id));
    await queueMail(work.tx, ownPasswordMail(person.email, { first: known === null }), work.now);
    work.audit({ action: known === null ? "account.password-added" : "account.password-changed", subject: person.id });
    return done({ cookies: await freshen(work) });
  },
});

/**
 * Ends one of the own sessions, on every process at once; needs a fresh session (ASVS 7.5.2). One that is over, or
 * another person's, is nothing to end: `ended` is 0. The session of this request ends by signing out.
 */
export const endSession = command<{ id: string }, { ended: number }>("accounts.end-session", {
  input: z.object({ id: z.uuid("This session is not in the list.") }),
  run: async (work, { id }) => {
    if (work.viewer.kind !== "person") return refuse("signed-out", "Sign in to see your sessions.");
    if (!isFresh(work.viewer, work.now)) return stepUp();
    if (id === work.viewer.sessionId) return refuse("conflict", "This is the browser you use now. Sign out to end it.");
    const ended = await work.tx
      .delete(sessions)
      .where(and(eq(sessions.id, id), eq(sessions.userId, work.viewer.id)))
      .returning({ id: sessions.id });
    if (ended.length > 0) work.audit({ action: "account.session-ended", subject: work.viewer.id });
    return done({ ended: ended.length });
  },
});

/** Ends all own sessions but the one of this request. */
export const endOtherSessions = command<Record<string, never>, { ended: number }>("accounts.end-other-sessions", {
  input: z.object({}),
  run: async (work) => {
    if (work.viewer.kind !== "person") return refuse("signed-out", "Sign in to see your sessions.");
    if (!isFresh(work.viewer, work.now)) return stepUp();
    const { id, sessionId } = work.viewer;
    const others = await work.tx
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(eq(sessions.userId, id), ne(sessions.id, sessionId)))
      .for("update");
    await endSessions(work, id, sessionId);
    work.audit({ action: "account.other-sessions-ended", subject: id, detail: { sessions: others.length } });
    return done({ ended: others.length });
  },
});
