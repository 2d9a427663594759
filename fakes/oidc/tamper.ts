import { generateKeyPairSync } from "node:crypto";
import { decodeJwt, importJWK, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import type { SigningKey } from "./keys.ts";

/** Ways in which an id token can be wrong; each must be refused. */
export const tampers = [
  "none",
  "hs256",
  "foreign-key",
  "issuer",
  "audience",
  "nonce",
  "old",
  "expired",
  "no-subject",
] as const;
export type Tamper = (typeof tampers)[number];

const hour = 3600;

const changes: Partial<Record<Tamper, (claims: JWTPayload) => JWTPayload>> = {
  issuer: (claims) => ({ ...claims, iss: "https://accounts.example.test" }),
  audience: (claims) => ({ ...claims, aud: "another-app" }),
  nonce: (claims) => ({ ...claims, nonce: "another-nonce" }),
  old: (claims) => ({ ...claims, iat: (claims.iat ?? 0) - hour, auth_time: undefined }),
  expired: (claims) => ({ ...claims, iat: (claims.iat ?? 0) - 2 * hour, exp: (claims.iat ?? 0) - hour }),
  "no-subject": ({ sub: _, ...claims }) => claims,
};

/** The id token again with one thing wrong, signed by the provider's key unless the key is what is wrong. */
export async function tampered(token: string, how: Tamper, key: SigningKey): Promise<string> {
  const claims = decodeJwt(token);
  if (how === "none") return new UnsecuredJWT(claims).encode();
  if (how === "hs256")
    return new SignJWT(claims)
      .setProtectedHeader({ alg: "HS256", kid: key.kid })
      .sign(Buffer.from(key.n ?? "", "utf8"));
  if (how === "foreign-key") {
    const other = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
    return new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: key.kid }).sign(other);
  }
  return signed(changes[how]?.(claims) ?? claims, key);
}

/** The id token of a provider whose clock is `seconds` ahead (or behind, below zero). */
export async function shifted(token: string, seconds: number, key: SigningKey): Promise<string> {
  const { iat = 0, exp = 0, auth_time: _, ...claims } = decodeJwt(token);
  return signed({ ...claims, iat: iat + seconds, exp: exp + seconds }, key);
}

const signed = async (claims: JWTPayload, key: SigningKey): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: key.kid }).sign(await importJWK({ ...key }, "RS256"));

/** What a test, or a curious person, can change while the fake runs. */
export type Knobs = {
  /** refuse: connections are cut; silent: nothing is answered; error: 503. */
  down: "refuse" | "silent" | "error" | null;
  /** The Cross-Origin-Opener-Policy of every page. */
  coop: "same-origin" | null;
  /** Seconds by which the provider's clock is ahead. */
  clockOff: number;
  /** What is wrong with the id token. */
  token: Tamper | null;
};

export const newKnobs = (): Knobs => ({ down: null, coop: null, clockOff: 0, token: null });

const isOneOf = <T>(value: unknown, list: readonly T[]): value is T => list.some((one) => one === value);

/** Turns the knobs that are named; unknown names and values are refused with a sentence. */
export function turn(knobs: Knobs, wishes: Record<string, unknown>): string | null {
  const { down = knobs.down, coop = knobs.coop, clockOff = knobs.clockOff, token = knobs.token, ...rest } = wishes;
  const [unknown] = Object.keys(rest);
  if (unknown) return `There is no knob "${unknown}".`;
  if (!isOneOf(down, [null, "refuse", "silent", "error"] as const)) return "down: refuse, silent, error or null";
  if (!isOneOf(coop, [null, "same-origin"] as const)) return "coop: same-origin or null";
  if (typeof clockOff !== "number") return "clockOff: a number of seconds";
  if (!isOneOf(token, [null, ...tampers])) return `token: ${tampers.join(", ")} or null`;
  Object.assign(knobs, { down, coop, clockOff, token });
  return null;
}
