import { randomBytes } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { parseInput } from "#src/platform/input.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { mustBeFresh, type Work } from "#src/platform/work.ts";
import { done, type Outcome, type Refusal, refuse } from "#src/shared/outcome.ts";
import { loadPerson } from "../own-account/people-store.ts";
import { authPort } from "../ports.ts";
import { limits, spend } from "../sign-in/limits.ts";
import { consumeToken, issueToken, readToken, stepToken, type TokenKind } from "../sign-in/verification-tokens.ts";
import { passkeys } from "../tables.ts";

const purposes = ["sign-in", "second-step", "confirm", "add"] as const;
type PasskeyPurpose = (typeof purposes)[number];

const carries = z.object({ challenge: z.string(), purpose: z.enum(purposes), personId: z.string().nullable() });
/** What a passkey must sign: once, within five minutes, by the browser that holds the cookie. */
const challengeToken: TokenKind<z.infer<typeof carries>> = { kind: "passkey", minutes: 5, carries };

/** EdDSA, ES256, RS256: what devices make. */
const algorithms: readonly number[] = [-8, -7, -257];

const form = z.object({ purpose: z.enum(purposes, "Say what the passkey is for.") });
type Asked = { options: unknown; cookies: string[] };

/** Passkeys belong to the host of BASE_URL, and only pages of that address may use them. */
const partyOf = ({ runtime }: Ctx) => ({
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

const part = z.string().max(100_000);
const answer = z.object({
  id: part,
  rawId: part,
  type: z.literal("public-key"),
  authenticatorAttachment: z.enum(["cross-platform", "platform"]).optional().catch(undefined),
  clientExtensionResults: z.object({}).catch({}),
});
const signed = answer.extend({
  response: z.object({
    clientDataJSON: part,
    authenticatorData: part,
    signature: part,
    userHandle: part.optional().catch(undefined),
  }),
});
const made = answer.extend({
  response: z.object({ clientDataJSON: part, attestationObject: part, transports: z.array(z.string()).optional() }),
});

/** What the browser sends of a passkey, as the text of a form's field, with the challenge that it had to sign. */
export const passkeyFields = { passkey: z.string().max(200_000), challenge: z.string() };
export type PasskeyAnswer = { passkey: string; challenge: string };

const passkeyOver = (): Refusal =>
  refuse("expired", "This passkey request is over: it works once, for five minutes. Try again.");
const unknownPasskey = (): Refusal =>
  refuse("signed-out", "This passkey is not known here. Sign in another way, or use another passkey.");
const refused = (): Refusal => refuse("signed-out", "The passkey could not be checked. Try again, or use another way.");

const read = <T>(schema: z.ZodType<T>, text: string): T | null => {
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
};

/**
 * Uses the challenge of this browser up, whatever comes of it, and runs `step` with it. Refuses one that is over, or
 * was made for something or somebody else (`personId` null: anybody, at sign-in).
 */
export async function withChallenge<T>(
  { runtime }: Ctx,
  asked: { token: string | null; purpose: PasskeyPurpose; personId: string | null },
  step: (challenge: string) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const found = await consumeToken(runtime.db, challengeToken, asked.token ?? "", runtime.clock());
  const fits = found?.purpose === asked.purpose && found.personId === asked.personId;
  return fits ? step(found.challenge) : passkeyOver();
}

/**
 * Checks what a passkey signed, in this transaction: the challenge, the owner (`personId`, or anybody when null),
 * address, user verification, signature and counter. Returns whose passkey it is.
 */
export async function acceptPasskey(
  work: Work,
  { passkey, challenge }: PasskeyAnswer,
  personId: string | null,
): Promise<Outcome<{ personId: string }>> {
  const response = read(signed, passkey);
  if (!response) return refused();
  const row = await lockPasskey(work, response.id);
  if (!row || (personId !== null && row.personId !== personId)) return unknownPasskey();
  const { userHandle } = response.response;
  if (userHandle && Buffer.from(userHandle, "base64url").toString() !== row.personId) return refused();
  const counted = await checkSignature(work, row, response, challenge);
  if (!counted) return refused();
  await work.tx
    .update(passkeys)
    .set({ counter: counted.newCounter, backedUp: counted.credentialBackedUp, lastUsedAt: work.now })
    .where(eq(passkeys.id, row.id));
  return done({ personId: row.personId });
}

/** The row of a passkey, locked after its owner: everything of a person is locked in this order. */
async function lockPasskey(work: Work, credentialId: string): Promise<typeof passkeys.$inferSelect | undefined> {
  const mine = eq(passkeys.credentialId, credentialId);
  const [found] = await work.tx.select({ personId: passkeys.personId }).from(passkeys).where(mine);
  if (!found) return undefined;
  await loadPerson(work, found.personId);
  const [row] = await work.tx.select().from(passkeys).where(mine).for("update");
  return row;
}

async function checkSignature(
  work: Work,
  row: typeof passkeys.$inferSelect,
  response: z.infer<typeof signed>,
  expectedChallenge: string,
) {
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const credential = {
    id: row.credentialId,
    publicKey: Uint8Array.from(Buffer.from(row.publicKey, "base64url")),
    counter: row.counter,
    transports: row.transports,
  };
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge,
      ...partyOf(work.ctx),
      credential,
      requireUserVerification: true,
    });
    return verified ? authenticationInfo : null;
  } catch (error) {
    // The library throws for whatever does not match, a signature counter that went back included.
    work.ctx.runtime.log.warn(
      { passkey: row.id, reason: error instanceof Error ? error.name : "unknown" },
      "passkey refused",
    );
    return null;
  }
}

/** Checks a newly made passkey against the challenge. Returns what is kept of it. */
export async function readNewPasskey(work: Work, { passkey, challenge }: PasskeyAnswer) {
  const response = read(made, passkey);
  if (!response) return refused();
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      ...partyOf(work.ctx),
      requireUserVerification: true,
      supportedAlgorithmIDs: [...algorithms],
    });
    return verified && registrationInfo ? done(registrationInfo) : refused();
  } catch (error) {
    work.ctx.runtime.log.warn({ reason: error instanceof Error ? error.name : "unknown" }, "new passkey refused");
    return refused();
  }
}
