import { z } from "zod";
import { accountTexts, otherTexts } from "#src/modules/operator/index.server.ts";
import { command } from "#src/platform/command.ts";
import { hashOf, newId, secretToken } from "#src/platform/ids.ts";
import { parseInput } from "#src/platform/input.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { mustBeFresh } from "#src/platform/work.ts";
import { safeNext } from "#src/shared/next.ts";
import { done, notFound, type Outcome, stepUp } from "#src/shared/outcome.ts";
import { minuteMs } from "#src/shared/units.ts";
import { isFresh } from "#src/shared/viewer.ts";
import { purposes, type TextTrouble, troubled } from "../../domain/providers.ts";
import { shownFields } from "../../fields.ts";
import { authPort } from "../../ports.ts";
import { limits, spend } from "../../sign-in/limits.ts";
import { oauthAttempts } from "../../tables.ts";
import { type Connection, connect } from "../connect.ts";
import { type Accepts, accepts, attemptMinutes, sealAttempt } from "../oauth-attempts.ts";
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
export const returnAddress = (ctx: Ctx, provider: string): string =>
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
