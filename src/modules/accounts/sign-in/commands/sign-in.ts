import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { hashOf } from "#src/platform/ids.ts";
import { parseInput } from "#src/platform/input.ts";
import type { Ctx, Runtime } from "#src/platform/runtime.ts";
import { mailAddress } from "#src/shared/mail-address.ts";
import { done, type Outcome, type Refusal, refuse } from "#src/shared/outcome.ts";
import { actorId } from "#src/shared/viewer.ts";
import { normalised, shortest } from "../../domain/password.ts";
import { factorsOf } from "../../factors/queries/factors-of.ts";
import { endIn } from "../../impersonation/impersonate.ts";
import { impersonations } from "../../impersonation/impersonation-tables.ts";
import { loadPerson } from "../../own-account/people-store.ts";
import { authPort } from "../../ports.ts";
import { openSession, type SignedIn } from "../../sessions/sessions.ts";
import { people, sessions, signIns } from "../../tables.ts";
import { countFailedSignIn, forgetFailedSignIns, limits, spend, uncountFailedSignIn } from "../limits.ts";

const form = z.object({
  email: z.string(),
  password: z.string().max(1000),
  /** A ticked box: the session ends with the browser. */
  short: z.literal(["on", true, false]).optional(),
});
type Form = z.infer<typeof form>;

const mismatch = (): Refusal =>
  refuse("signed-out", "This e-mail and password do not match. Check both, or reset the password.", {
    fields: [
      { path: "password", message: "This e-mail and password do not match. Check both, or reset the password." },
    ],
  });

/** What is no address belongs to nobody, and is looked for all the same. It has waits of its own. */
const noAddress = (typed: string): string => `no address:${hashOf(typed)}`;

/** Its second factor was taken away: what was long enough beside it is not enough alone. */
const tooBrief = (): Refusal =>
  refuse("forbidden", `Without a second factor a password needs ${shortest} characters. Reset it, then sign in.`);

/**
 * Signs in with e-mail and password; `device` is the mark of this browser, if it has one. Unknown and known addresses
 * answer alike in words and work; waits grow per address, and apart for browsers that signed in before.
 */
export async function signIn(ctx: Ctx, raw: unknown, device: string | null): Promise<Outcome<SignedIn>> {
  const parsed = parseInput<Form>(form, raw);
  if (!parsed.ok) return mismatch();
  const { email: typed, password, short } = parsed.value;
  const email = mailAddress(typed) ?? noAddress(typed);
  const auth = ctx.runtime.port(authPort);
  const limited = await spend(ctx, limits.signInAddress, ctx.request.address);
  if (limited) return limited;
  const key = auth.isDeviceOf(device, email) ? `device:${device}` : `account:${auth.emailKey(email)}`;
  const wait = await countFailedSignIn(ctx.runtime, key);
  if (wait) return wait;
  const known = await findPassword(ctx.runtime, email);
  const right = await auth.hashing.verify(known?.hash ?? null, password);
  if (!right.ok) {
    await uncountFailedSignIn(ctx.runtime, key);
    return right;
  }
  if (!known || !right.value) {
    ctx.runtime.log.info({ account: auth.emailKey(email), requestId: ctx.request.id }, "sign-in refused");
    return mismatch();
  }
  const brief = [...normalised(password)].length < shortest;
  return enter(ctx, {
    personId: known.personId,
    hash: known.hash,
    key,
    short: short === "on" || short === true,
    brief,
  });
}

async function findPassword(runtime: Runtime, email: string): Promise<{ personId: string; hash: string } | null> {
  const [row] = await runtime.db
    .select({ personId: people.id, hash: signIns.password })
    .from(people)
    .innerJoin(signIns, and(eq(signIns.userId, people.id), eq(signIns.providerId, "credential")))
    .where(eq(people.email, email));
  return row?.hash ? { personId: row.personId, hash: row.hash } : null;
}

const checked = z.object({
  personId: z.string(),
  hash: z.string(),
  key: z.string(),
  short: z.boolean(),
  brief: z.boolean(),
});

/** The password was right: a new session or the second step, unless it was changed or the person blocked in between. */
const enter = command<z.infer<typeof checked>, SignedIn>("accounts.sign-in", {
  input: checked,
  run: async (work, { personId, hash, key, short, brief }) => {
    const person = await loadPerson(work, personId);
    const [still] = await work.tx
      .select({ id: signIns.id })
      .from(signIns)
      .where(and(eq(signIns.userId, personId), eq(signIns.password, hash)));
    if (!still) return mismatch();
    if (person.blockedAt) return refuse("forbidden", "This account is closed at the moment. Write to support.");
    if (brief && !(await factorsOf(work.tx, personId)).any) return tooBrief();
    await forgetFailedSignIns(work.tx, key);
    return done(await openSession(work, person, { method: "password", short }));
  },
});

/** Ends the session of this request; does nothing for a guest. Returns the cookies that clear the browser. */
export const signOut = command<Record<string, never>, { cookies: string[] }>("accounts.sign-out", {
  input: z.object({}),
  whileImpersonating: true,
  run: async (work) => {
    const { cookies } = work.ctx.runtime.port(authPort);
    if (work.viewer.kind === "person") {
      await endIn(work, eq(impersonations.sessionId, work.viewer.sessionId));
      await work.tx.delete(sessions).where(eq(sessions.id, work.viewer.sessionId));
      work.audit({ action: "account.signed-out", subject: actorId(work.viewer) });
    }
    return done({ cookies: [cookies.endSession()] });
  },
});
