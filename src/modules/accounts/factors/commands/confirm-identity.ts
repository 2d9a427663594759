import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { query } from "#src/platform/query.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { done, invalid, type Outcome, type Refusal, refuse } from "#src/shared/outcome.ts";
import type { Person, Viewer } from "#src/shared/viewer.ts";
import { passwordHashOf } from "../../own-account/people-store.ts";
import { authPort } from "../../ports.ts";
import { freshen } from "../../sessions/sessions.ts";
import { countFailedSignIn, forgetFailedSignIns } from "../../sign-in/limits.ts";
import { consumeCode, withinLimit, wrongCode } from "../codes.ts";
import { acceptPasskey, type PasskeyAnswer, passkeyFields, withChallenge } from "../passkey-ceremony.ts";
import { type Factors, factorsOf } from "../queries/factors-of.ts";

type Confirmed = { cookies: string[] };
export type MethodsToConfirm = { password: boolean; code: boolean; backupCode: boolean; passkey: boolean };

const signedOut = (): Refusal => refuse("signed-out", "Sign in to continue.");

/**
 * Whether a person proves to be it by the second factor alone, not by a password or a provider: admins who have one, and
 * a role that waits for it.
 */
export const onlyByFactor = ({ role, waitingRole }: Person, { any }: Pick<Factors, "any">): boolean =>
  any && (role === 3 || waitingRole !== null);

/** How the person of this request can prove anew to be it. */
export const methodsToConfirm = query<Record<string, never>, MethodsToConfirm>("accounts.methods-to-confirm", {
  input: z.object({}),
  run: async ({ db, viewer }) => {
    if (viewer.kind !== "person") return signedOut();
    const factors = await factorsOf(db, viewer.id);
    const password = !onlyByFactor(viewer, factors) && (await passwordHashOf(db, viewer.id)) !== null;
    return done({
      password,
      code: factors.totp,
      backupCode: factors.any && factors.backupCodes > 0,
      passkey: factors.passkeys > 0,
    });
  },
});

const personOf = (viewer: Viewer): Person | null => (viewer.kind === "person" ? viewer : null);

/** By the password: tries count as those of a sign-in do. Makes the session fresh, with a new token. */
export async function confirmByPassword(ctx: Ctx, password: string): Promise<Outcome<Confirmed>> {
  const { runtime } = ctx;
  const person = personOf(ctx.viewer);
  if (!person) return signedOut();
  if (onlyByFactor(person, await factorsOf(runtime.db, person.id)))
    return refuse("forbidden", "Show your second factor here: a password is not enough for your role.");
  const wrong = invalid([{ path: "password", message: "This is not your password." }]);
  if (password.length > 1000) return wrong;
  const key = `confirm:${person.id}`;
  const wait = await countFailedSignIn(runtime, key);
  if (wait) return wait;
  const right = await runtime.port(authPort).hashing.verify(await passwordHashOf(runtime.db, person.id), password);
  if (!right.ok) return right;
  if (!right.value) return wrong;
  await forgetFailedSignIns(runtime.db, key);
  return confirm(ctx, {});
}

const confirm = command<Record<string, never>, Confirmed>("accounts.confirm-identity", {
  input: z.object({}),
  run: async (work) => {
    if (work.viewer.kind !== "person") return signedOut();
    work.audit({ action: "account.confirmed", subject: work.viewer.id, detail: { way: "password" } });
    return done({ cookies: await freshen(work) });
  },
});

/** By a code of the app, or a backup code. */
export async function confirmByCode(ctx: Ctx, code: string): Promise<Outcome<Confirmed>> {
  const person = personOf(ctx.viewer);
  if (!person) return signedOut();
  if (code.length > 40) return wrongCode();
  return withinLimit(ctx, person.id, code, () => byCode(ctx, { code }));
}

const byCode = command<{ code: string }, Confirmed>("accounts.confirm-identity", {
  input: z.object({ code: z.string() }),
  run: async (work, { code }) => {
    if (work.viewer.kind !== "person") return signedOut();
    const right = await consumeCode(work, work.viewer, code);
    if (!right.ok) return right;
    work.audit({ action: "account.confirmed", subject: work.viewer.id, detail: { way: right.value } });
    return done({ cookies: await freshen(work, { factor: true }) });
  },
});

/** By a passkey; `challenge` is the browser's challenge cookie. */
export async function confirmByPasskey(
  ctx: Ctx,
  passkey: string,
  challenge: string | null,
): Promise<Outcome<Confirmed>> {
  const person = personOf(ctx.viewer);
  if (!person) return signedOut();
  const asked = { token: challenge, purpose: "confirm", personId: person.id } as const;
  return withChallenge(ctx, asked, (signed) => byPasskey(ctx, { passkey, challenge: signed }));
}

const byPasskey = command<PasskeyAnswer, Confirmed>("accounts.confirm-identity", {
  input: z.object(passkeyFields),
  run: async (work, answer) => {
    if (work.viewer.kind !== "person") return signedOut();
    const right = await acceptPasskey(work, answer, work.viewer.id);
    if (!right.ok) return right;
    work.audit({ action: "account.confirmed", subject: work.viewer.id, detail: { way: "passkey" } });
    return done({ cookies: await freshen(work, { factor: true }) });
  },
});

type Sent = { password: string; passkey: string; code: string };

/** The field of a confirmation code inside another form: such forms have a `code` of their own. */
export const confirmationCodeField = "factorCode";

const sentIn = (form: FormData): Sent => {
  const text = (name: string): string => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  return { password: text("password"), passkey: text("passkey"), code: text(confirmationCodeField) };
};

/**
 * The proof of identity in a form about something else: a password, a code or a passkey's signature. Null when there was
 * none; else the viewer with a fresh session, and the cookies to set with any answer.
 */
export async function confirmInForm(
  ctx: Ctx,
  form: FormData,
  headers: Headers,
): Promise<Outcome<{ ctx: Ctx; cookies: readonly string[] }> | null> {
  const { password, passkey, code } = sentIn(form);
  if (password === "" && passkey === "" && code === "") return null;
  const { cookies } = ctx.runtime.port(authPort);
  const confirmed = passkey
    ? await confirmByPasskey(ctx, passkey, cookies.readChallenge(headers))
    : await (code ? confirmByCode(ctx, code) : confirmByPassword(ctx, password));
  if (!confirmed.ok) return confirmed;
  const { viewer } = ctx;
  const fresh = viewer.kind === "person" ? { ...viewer, freshAt: ctx.runtime.clock() } : viewer;
  return done({
    ctx: { ...ctx, viewer: fresh },
    cookies: [...confirmed.value.cookies, ...(passkey ? [cookies.endChallenge()] : [])],
  });
}
