import { randomBytes } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { parseInput } from "#src/platform/input.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { mustBeFresh } from "#src/platform/work.ts";
import { done, type Outcome, type Refusal, refuse } from "#src/shared/outcome.ts";
import { authPort } from "../../ports.ts";
import { limits, spend } from "../../sign-in/limits.ts";
import { issueToken, readToken, stepToken, type TokenKind } from "../../sign-in/verification-tokens.ts";
import { passkeys } from "../../tables.ts";

const purposes = ["sign-in", "second-step", "confirm", "add"] as const;
export type PasskeyPurpose = (typeof purposes)[number];

const carries = z.object({ challenge: z.string(), purpose: z.enum(purposes), personId: z.string().nullable() });
/** What a passkey must sign: once, within five minutes, by the browser that holds the cookie. */
export const challengeToken: TokenKind<z.infer<typeof carries>> = { kind: "passkey", minutes: 5, carries };

/** EdDSA, ES256, RS256: what devices make. */
export const algorithms: readonly number[] = [-8, -7, -257];

const form = z.object({ purpose: z.enum(purposes, "Say what the passkey is for.") });
type Asked = { options: unknown; cookies: string[] };

/** Passkeys belong to the host of BASE_URL, and only pages of that address may use them. */
export const partyOf = ({ runtime }: Ctx) => ({
  expectedRPID: runtime.config.baseUrl.hostname,
  expectedOrigin: runtime.config.baseUrl.origin,
});

/**
 * What the browser needs to ask for a passkey: to sign in (anybody's), as the second step of a sign-in, to confirm
 * who it is, or to add one (needs a fresh sign-in). `headers` carry the cookie of a second step.
 */
export async function askPasskey(ctx: Ctx, raw: unknown, headers: Headers): Promise<Outcome<Asked>> {
  const parsed = parseInput(form, raw);
  if (!parsed.ok) return parsed;
  const limited = await spend(ctx, limits.passkeyAddress, ctx.request.address);
  if (limited) return limited;
  const { purpose } = parsed.value;
  const whose = await personFor(ctx, purpose, headers);
  if (!whose.ok) return whose;
  const personId = whose.value;
  const challenge = randomBytes(32).toString("base64url");
  const options =
    purpose === "add" ? await creation(ctx, challenge) : await request(ctx, challenge, personId && { personId });
  const { db, clock } = ctx.runtime;
  const token = await issueToken(db, challengeToken, personId ?? "anybody", { challenge, purpose, personId }, clock());
  return done({ options, cookies: [ctx.runtime.port(authPort).cookies.challenge(token)] });
}

const signedOut = (): Refusal => refuse("signed-out", "Sign in to do this.");

async function personFor(ctx: Ctx, purpose: PasskeyPurpose, headers: Headers): Promise<Outcome<string | null>> {
  const { runtime, viewer } = ctx;
  if (purpose === "sign-in") return done(null);
  if (purpose === "second-step") {
    const token = runtime.port(authPort).cookies.readStep(headers) ?? "";
    const step = await readToken(runtime.db, stepToken, token, runtime.clock());
    return step ? done(step.personId) : signedOut();
  }
  if (viewer.kind !== "person") return signedOut();
  const stale = purpose === "add" ? mustBeFresh({ viewer, now: runtime.clock() }) : null;
  return stale ?? done(viewer.id);
}

const known = (ctx: Ctx, personId: string) =>
  ctx.runtime.db
    .select({ id: passkeys.credentialId, transports: passkeys.transports })
    .from(passkeys)
    .where(eq(passkeys.personId, personId))
    .orderBy(asc(passkeys.createdAt));

async function request(ctx: Ctx, challenge: string, whose: { personId: string } | "" | null) {
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
  return generateAuthenticationOptions({
    rpID: partyOf(ctx).expectedRPID,
    challenge: Buffer.from(challenge, "base64url"),
    userVerification: "required",
    timeout: 300_000,
    ...(whose && { allowCredentials: await known(ctx, whose.personId) }),
  });
}

async function creation(ctx: Ctx, challenge: string) {
  const { viewer } = ctx;
  if (viewer.kind !== "person") throw new Error("Passkeys are added by a person.");
  const { generateRegistrationOptions } = await import("@simplewebauthn/server");
  const { expectedRPID: host } = partyOf(ctx);
  return generateRegistrationOptions({
    rpName: host,
    rpID: host,
    userName: viewer.email,
    userDisplayName: viewer.name,
    userID: Uint8Array.from(Buffer.from(viewer.id)),
    challenge: Buffer.from(challenge, "base64url"),
    attestationType: "none",
    excludeCredentials: await known(ctx, viewer.id),
    authenticatorSelection: { residentKey: "preferred", userVerification: "required" },
    supportedAlgorithmIDs: [...algorithms],
    timeout: 300_000,
  });
}
