import { z } from "zod";
import { accountTexts, otherTexts } from "#src/modules/operator/index.server.ts";
import { command } from "#src/platform/command.ts";
import { hashOf, newId, secretToken } from "#src/platform/ids.ts";
import { parseInput } from "#src/platform/input.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { mustBeFresh } from "#src/platform/work.ts";
import { safeNext } from "#src/shared/next.ts";
import { done, notFound, type Outcome, type Refusal, stepUp } from "#src/shared/outcome.ts";
import { minuteMs } from "#src/shared/units.ts";
import { isFresh } from "#src/shared/viewer.ts";
import { type Provider, purposes, type TextTrouble, troubled } from "../../domain/providers.ts";
import { shownFields } from "../../fields.ts";
import { authPort } from "../../ports.ts";
import { limits, spend } from "../../sign-in/limits.ts";
import { oauthAttempts } from "../../tables.ts";
import { type Arrival, arrive } from "../arrive.ts";
import { type Connection, connect } from "../connect.ts";
import { exchange, identity } from "../identity.ts";
import {
  type Accepts,
  type AttemptSecrets,
  accepts,
  attempt,
  attemptMinutes,
  type OAuthAttempt,
  parkAnswer,
  type RawAnswer,
  rawAnswer,
  sealAttempt,
  useAttempt,
} from "../oauth-attempts.ts";
import { settingsOf } from "../settings.ts";

const wish = z.object({
  provider: z.enum(["google", "apple"]),
  purpose: z.enum(purposes).catch("sign-in"),
  next: z
    .unknown()
    .transform((next) => safeNext(next, "") || null)
    .catch(null),
  /** The mark by which the page that opened a popup knows its answer. */
  popup: z
    .string()
    .regex(/^[\w-]{16,64}$/)
    .nullable()
    .catch(null),
  ...shownFields,
});
type Wish = z.infer<typeof wish>;

const browserMark = /^[\w-]{43}$/;

/** Where the browser goes now, and its cookie. */
export type Departure = { to: string; cookies: string[] };

/** The provider sends people back to this address; it is registered there to the letter. */
const returnAddress = (ctx: Ctx, provider: string): string =>
  `${ctx.runtime.config.baseUrl.origin}/api/auth/callback/${provider}`;

/**
 * Begins a way to Google or Apple: state, nonce and PKCE, one row that works once, for ten minutes, in this browser.
 * `browser` is the attempt cookie it has already. Connecting needs a fresh sign-in. Refuses in words while the provider
 * does not answer.
 */
export async function startOAuthAttempt(ctx: Ctx, raw: unknown, browser: string | null): Promise<Outcome<Departure>> {
  const parsed = parseInput<Wish>(wish, raw);
  if (!parsed.ok || !settingsOf(ctx.runtime.config, parsed.value.provider)) return notFound();
  const { provider, purpose } = parsed.value;
  if (purpose !== "sign-in" && ctx.viewer.kind !== "person") return troubled(provider, "signed-out");
  if (purpose === "link" && !isFresh(ctx.viewer, ctx.runtime.clock())) return stepUp();
  const limited = await spend(ctx, limits.signInAddress, ctx.request.address);
  if (limited) return limited;
  const connection = await connect(ctx.runtime, provider).catch(() => null);
  if (!connection) return troubled(provider, "away");
  const mark = browser && browserMark.test(browser) ? browser : secretToken();
  const secrets = { state: secretToken(), nonce: secretToken(), verifier: secretToken() };
  const accepted = await acceptedBy(ctx, parsed.value);
  const written = await write(ctx, { ...parsed.value, ...secrets, browser: mark, accepts: accepted });
  if (!written.ok) return written;
  const to = await signInPage(ctx, connection, secrets);
  return done({ to: to.href, cookies: [ctx.runtime.port(authPort).cookies.attempt(mark)] });
}

/** Whoever is new accepts what the page showed as it was sent; only a page of the sign-in shows it. */
async function acceptedBy({ runtime }: Ctx, sent: Wish): Promise<Accepts> {
  if (sent.purpose !== "sign-in" || !(sent.termsVersion || sent.privacyVersion)) return "texts-changed";
  const now = await accountTexts(runtime);
  const [other, ...more] = otherTexts(sent, now);
  if (!other) return now;
  return more.length > 0 ? "texts-changed" : troubleWith[other.name];
}

const troubleWith = {
  terms: "terms-changed",
  "privacy-policy": "privacy-changed",
  "fair-use-promise": "texts-changed",
} as const satisfies Record<string, TextTrouble>;

const row = wish.extend({
  ...{ state: z.string(), nonce: z.string(), verifier: z.string(), browser: z.string() },
  accepts,
});

const write = command<z.infer<typeof row>, null>("accounts.start-oauth-attempt", {
  input: row,
  run: async (work, { provider, purpose, next, popup, state, nonce, verifier, browser, accepts: accepted }) => {
    const stale = purpose === "link" ? mustBeFresh(work) : null;
    if (stale) return stale;
    const id = newId();
    await work.tx.insert(oauthAttempts).values({
      id,
      state: hashOf(state),
      browser: hashOf(browser),
      provider,
      sealed: sealAttempt(work.ctx.runtime, id, { nonce, verifier, accepts: accepted }),
      purpose,
      personId: work.viewer.kind === "person" && purpose !== "sign-in" ? work.viewer.id : null,
      next,
      popup,
      createdAt: work.now,
      expiresAt: new Date(work.now.getTime() + attemptMinutes * minuteMs),
    });
    return done(null);
  },
});

async function signInPage(
  ctx: Ctx,
  { client, settings }: Connection,
  { state, nonce, verifier }: { state: string; nonce: string; verifier: string },
): Promise<URL> {
  const oidc = await import("openid-client");
  return oidc.buildAuthorizationUrl(client, {
    redirect_uri: returnAddress(ctx, settings.provider),
    scope: settings.scope,
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    ...(settings.provider === "apple" ? { response_mode: "form_post" } : { prompt: "select_account" }),
  });
}

/** How a way to a provider ended; `attempt` is there once the browser proved to have begun it. */
export type Ended = { attempt: OAuthAttempt | null; outcome: Outcome<Arrival> };

/** Keeps what Apple posted. The answer is the id under which the browser comes for it. */
export const parkAttempt = command<RawAnswer, string>("accounts.park-oauth-attempt", {
  input: rawAnswer,
  run: async (work, answer) => {
    const id = await parkAnswer(work.tx, work.ctx.runtime, answer, work.now);
    return id === null ? troubled("apple", "over") : done(id);
  },
});

type Found = { attempt: OAuthAttempt; secrets: AttemptSecrets };
const wanted = z.object({
  provider: z.enum(["google", "apple"]),
  browser: z.string().max(200),
  state: z.string().optional(),
  id: z.uuid().optional(),
});

const consumeAttempt = command<z.infer<typeof wanted>, Found>("accounts.take-oauth-attempt", {
  input: wanted,
  run: async (work, { provider, browser, state, id }) => {
    const which = state === undefined ? { id: id ?? "" } : { state };
    const found = await useAttempt(work.tx, work.ctx.runtime, { provider, browser, ...which }, work.now);
    return found ? done(found) : troubled(provider, "over");
  },
});

const checked = z.object({ attempt, identity });

/** The provider vouched for somebody: sign in, connect or confirm, in one transaction. */
const enter = command<z.infer<typeof checked>, Arrival>("accounts.finish-oauth-attempt", {
  input: checked,
  run: (work, { attempt: taken, identity: who }) => arrive(work, taken, who),
});

/** Google's answer, as it stands in the address. `browser` is the attempt cookie. */
export async function finishAttempt(
  ctx: Ctx,
  provider: Provider,
  raw: unknown,
  browser: string | null,
): Promise<Ended> {
  const answer = rawAnswer.safeParse(raw);
  if (!answer.success || !browser) return over(troubled(provider, "over"));
  const taken = await consumeAttempt(ctx, { provider, browser, state: answer.data.state });
  return taken.ok ? settle(ctx, taken.value, answer.data) : over(taken);
}

/** Apple's answer, parked under `id` before. */
export async function finishParkedAttempt(ctx: Ctx, id: string, browser: string | null): Promise<Ended> {
  if (!browser) return over(troubled("apple", "over"));
  const taken = await consumeAttempt(ctx, { provider: "apple", browser, id });
  if (!taken.ok) return over(taken.code === "invalid" ? troubled("apple", "over") : taken);
  const { answer } = taken.value.secrets;
  return answer ? settle(ctx, taken.value, answer) : over(troubled("apple", "over"));
}

const over = (refusal: Refusal): Ended => ({ attempt: null, outcome: refusal });

const refusals = new Set(["access_denied", "user_cancelled_authorize", "user_denied"]);

async function settle(ctx: Ctx, { attempt: taken, secrets }: Found, answer: RawAnswer): Promise<Ended> {
  const { provider } = taken;
  const end = (outcome: Outcome<Arrival>): Ended => ({ attempt: taken, outcome });
  if (answer.error !== undefined && refusals.has(answer.error)) return end(troubled(provider, "cancelled"));
  const { code, state, iss, user } = answer;
  if (answer.error !== undefined || code === undefined) {
    ctx.runtime.log.warn(
      { provider, answered: answer.error?.slice(0, 60) },
      "a sign-in provider answered with an error",
    );
    return end(troubled(provider, "failed"));
  }
  const { nonce, verifier } = secrets;
  const redirectUri = returnAddress(ctx, provider);
  const exchanged = await exchange(ctx.runtime, provider, { code, state, iss, user }, { redirectUri, nonce, verifier });
  if (!exchanged.ok) return end(troubled(provider, exchanged.trouble));
  return end(await enter(ctx, { attempt: taken, identity: exchanged.identity }));
}
