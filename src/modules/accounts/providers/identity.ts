import type { JWTPayload, JWTVerifyGetKey } from "jose";
import { z } from "zod";
import type { Runtime } from "#src/platform/runtime.ts";
import { mailAddress } from "#src/shared/mail-address.ts";
import { displayName, type ProviderName } from "../domain/person-fields.ts";
import { isAuthority, type Provider, type Trouble } from "../domain/providers.ts";
import { type Connection, connect, forgetProvider, reach } from "./connect.ts";

const text = z.string().optional().catch(undefined);
const claimsOf = z.object({
  sub: z.string().min(1).max(255),
  email: text,
  email_verified: z.unknown().optional(),
  name: text,
  hd: text,
});

/** Somebody as a provider vouches for them: known by provider and `sub`, never by e-mail. */
export const identity = z.object({
  provider: z.enum(["google", "apple"]),
  sub: z.string(),
  /** In its one form (`mailAddress`); null when the provider reports none that we can write to. */
  email: z.string().nullable(),
  emailVerified: z.boolean(),
  /** Whether the provider itself runs the mailbox of this address, so that it knows whose it is today. */
  isAuthority: z.boolean(),
  name: z.string(),
  idToken: z.string(),
});
export type Identity = z.infer<typeof identity>;

export type ProviderAnswer = { code: string; state: string; iss?: string | undefined; user?: string | undefined };
type Expected = { redirectUri: string; nonce: string; verifier: string };
type Exchanged = { ok: true; identity: Identity } | { ok: false; trouble: Extract<Trouble, "away" | "failed"> };

/**
 * Changes a provider's code for an id token and checks it: signature by the provider's keys (RS256 or ES256), issuer,
 * audience, nonce, times with 60 seconds of skew. Logs what fails; never logs the token.
 */
export async function exchange(
  runtime: Runtime,
  provider: Provider,
  answer: ProviderAnswer,
  expected: Expected,
): Promise<Exchanged> {
  const line: Line = { lost: false };
  try {
    const connection = await connect(runtime, provider).catch((err: unknown) => {
      line.lost = true;
      throw err;
    });
    const idToken = await exchangeCode(connection, answer, expected, line);
    const payload = await verify(runtime, connection, idToken, expected.nonce, line);
    return { ok: true, identity: toIdentity(provider, payload, idToken, answer.user) };
  } catch (err) {
    runtime.log.warn({ err, provider, lost: line.lost }, "an answer of a sign-in provider was not accepted");
    if (!line.lost) forgetProvider(runtime, provider);
    return { ok: false, trouble: line.lost ? "away" : "failed" };
  }
}

/** Remembers whether the provider could not be reached, or answered that it cannot. */
type Line = { lost: boolean };

const watched =
  (line: Line): typeof reach =>
  async (address, asked) => {
    const answer = await reach(address, asked).catch((err: unknown) => {
      line.lost = true;
      throw err;
    });
    line.lost ||= answer.status >= 500;
    return answer;
  };

async function exchangeCode(
  { client }: Connection,
  answer: ProviderAnswer,
  expected: Expected,
  line: Line,
): Promise<string> {
  const oidc = await import("openid-client");
  client[oidc.customFetch] = watched(line);
  const url = new URL(expected.redirectUri);
  url.searchParams.set("code", answer.code);
  url.searchParams.set("state", answer.state);
  if (answer.iss !== undefined) url.searchParams.set("iss", answer.iss);
  const tokens = await oidc.authorizationCodeGrant(client, url, {
    pkceCodeVerifier: expected.verifier,
    expectedState: answer.state,
    expectedNonce: expected.nonce,
    idTokenExpected: true,
  });
  return tokens.id_token ?? "";
}

const keySets = new WeakMap<object, JWTVerifyGetKey>();

/** Keys are kept, and asked for again as soon as a token names one that is not among them. */
async function keysOf({ metadata }: Connection, line: Line): Promise<JWTVerifyGetKey> {
  const kept = keySets.get(metadata);
  if (kept) return kept;
  const { createRemoteJWKSet, customFetch } = await import("jose");
  const keys = createRemoteJWKSet(new URL(metadata.jwks_uri ?? ""), {
    cooldownDuration: 0,
    timeoutDuration: 10_000,
    [customFetch]: watched(line),
  });
  keySets.set(metadata, keys);
  return keys;
}

async function verify(
  runtime: Runtime,
  connection: Connection,
  idToken: string,
  nonce: string,
  line: Line,
): Promise<JWTPayload> {
  const { jwtVerify } = await import("jose");
  const { payload } = await jwtVerify(idToken, await keysOf(connection, line), {
    algorithms: ["RS256", "ES256"],
    issuer: connection.metadata.issuer,
    audience: connection.settings.clientId,
    clockTolerance: 60,
    maxTokenAge: 600,
    currentDate: runtime.clock(),
    requiredClaims: ["sub", "iat", "exp", "nonce"],
  });
  if (payload.nonce !== nonce) throw new Error("The nonce is another one.");
  return payload;
}

function toIdentity(provider: Provider, payload: JWTPayload, idToken: string, user: string | undefined): Identity {
  const claims = claimsOf.parse(payload);
  const email = mailAddress(claims.email ?? "");
  const names = provider === "apple" ? appleNames(user) : {};
  return {
    provider,
    sub: claims.sub,
    email,
    // Apple writes the word instead of the value.
    emailVerified: claims.email_verified === true || claims.email_verified === "true",
    isAuthority: email !== null && isAuthority(provider, { email, hosted: claims.hd !== undefined }),
    name: displayName(provider, { name: claims.name, ...names, email: email ?? undefined }),
    idToken,
  };
}

const namePart = z.string().max(200).optional().catch(undefined);
const appleUser = z.object({
  displayName: namePart,
  name: z.object({ firstName: namePart, lastName: namePart }).optional().catch(undefined),
});
const longestUser = 4000;

/**
 * The names in the `user` field that Apple posts at the first consent. Nobody signed it: only names are taken, and
 * whatever does not look like it says gives none.
 */
export function appleNames(raw: string | undefined): Pick<ProviderName, "name" | "first" | "last"> {
  if (!raw || raw.length > longestUser) return {};
  try {
    const read = appleUser.safeParse(JSON.parse(raw));
    if (!read.success) return {};
    const { displayName: name, name: names } = read.data;
    return { ...(name && { name }), first: names?.firstName, last: names?.lastName };
  } catch {
    return {};
  }
}
