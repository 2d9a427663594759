import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { query } from "#src/platform/query.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { Work } from "#src/platform/work.ts";
import { done, type Outcome, type Refusal, refuse } from "#src/shared/outcome.ts";
import { loadPerson, type PersonRow } from "../../own-account/people-store.ts";
import { authPort } from "../../ports.ts";
import { openSession, type SignedIn } from "../../sessions/sessions.ts";
import { consumeToken, dropTokens, readToken, stepToken } from "../../sign-in/verification-tokens.ts";
import type { SignInMethod } from "../../tables.ts";
import { consumeCode, withinLimit, wrongCode } from "../codes.ts";
import { acceptPasskey, type PasskeyAnswer, passkeyFields, withChallenge } from "../passkey-ceremony.ts";
import { type Factors, factorsOf } from "../queries/factors-of.ts";

const over = (): Refusal => refuse("expired", "The second step took longer than ten minutes. Sign in again.");
const closed = (): Refusal => refuse("forbidden", "This account is closed at the moment. Write to support.");

/** What a browser with a begun sign-in may show as its second step; `expired` when there is none (any more). */
export const readStep = query<{ token: string }, Factors>("accounts.read-step", {
  input: z.object({ token: z.string().max(200) }),
  run: async ({ db, now }, { token }): Promise<Outcome<Factors>> => {
    const step = await readToken(db, stepToken, token, now);
    return step ? done(await factorsOf(db, step.personId)) : over();
  },
});

async function stepOf({ runtime }: Ctx, token: string | null) {
  return token && token.length < 200 ? readToken(runtime.db, stepToken, token, runtime.clock()) : null;
}

/** The second step of a sign-in by a code of the app or a backup code; `token` is the browser's step cookie. */
export async function passStepByCode(ctx: Ctx, code: string, token: string | null): Promise<Outcome<SignedIn>> {
  const step = await stepOf(ctx, token);
  if (!token || !step) return over();
  if (code.length > 40) return wrongCode();
  return withinLimit(ctx, step.personId, code, () => byCode(ctx, { token, code }));
}

/** The same by a passkey; `challenge` is the browser's challenge cookie. */
export async function passStepByPasskey(
  ctx: Ctx,
  passkey: string,
  { token, challenge }: { token: string | null; challenge: string | null },
): Promise<Outcome<SignedIn>> {
  const step = await stepOf(ctx, token);
  if (!token || !step) return over();
  const asked = { token: challenge, purpose: "second-step", personId: step.personId } as const;
  return withChallenge(ctx, asked, (signed) => byPasskey(ctx, { token, passkey, challenge: signed }));
}

type Step = z.infer<typeof stepToken.carries>;

/** The begun sign-in is used up, and its person may still come in. The person is locked before anything of theirs. */
async function finish(
  work: Work,
  token: string,
  check: (person: PersonRow) => Promise<Outcome<unknown>>,
): Promise<Outcome<SignedIn>> {
  const begun = await readToken(work.tx, stepToken, token, work.now);
  if (!begun) return over();
  const person = await loadPerson(work, begun.personId);
  const step: Step | null = await consumeToken(work.tx, stepToken, token, work.now);
  if (!step) return over();
  if (person.blockedAt) return closed();
  const shown = await check(person);
  return shown.ok ? done(await enter(work, person, step)) : shown;
}

async function enter(
  work: Work,
  person: PersonRow,
  { method, short }: { method: SignInMethod; short: boolean },
): Promise<SignedIn> {
  const signedIn = await openSession(work, person, { method, short, factor: true });
  await dropTokens(work.tx, stepToken, person.id);
  const { cookies } = work.ctx.runtime.port(authPort);
  return { ...signedIn, cookies: [...signedIn.cookies, cookies.endStep(), cookies.endChallenge()] };
}

const byCode = command<{ token: string; code: string }, SignedIn>("accounts.second-step", {
  input: z.object({ token: z.string(), code: z.string() }),
  run: (work, { token, code }) => finish(work, token, (person) => consumeCode(work, person, code)),
});

const byPasskey = command<PasskeyAnswer & { token: string }, SignedIn>("accounts.second-step", {
  input: z.object({ ...passkeyFields, token: z.string() }),
  run: (work, { token, ...answer }) => finish(work, token, (person) => acceptPasskey(work, answer, person.id)),
});

/** Signs in with a passkey alone: it is both factors at once. */
export async function signInByPasskey(
  ctx: Ctx,
  passkey: string,
  { challenge, short }: { challenge: string | null; short: boolean },
): Promise<Outcome<SignedIn>> {
  const asked = { token: challenge, purpose: "sign-in", personId: null } as const;
  return withChallenge(ctx, asked, (signed) => byPasskeyAlone(ctx, { passkey, challenge: signed, short }));
}

const byPasskeyAlone = command<PasskeyAnswer & { short: boolean }, SignedIn>("accounts.sign-in-by-passkey", {
  input: z.object({ ...passkeyFields, short: z.boolean() }),
  run: async (work, { short, ...answer }) => {
    const owner = await acceptPasskey(work, answer, null);
    if (!owner.ok) return owner;
    const person = await loadPerson(work, owner.value.personId);
    return person.blockedAt ? closed() : done(await enter(work, person, { method: "passkey", short }));
  },
});
