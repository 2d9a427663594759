import type { Config } from "#src/config.ts";
import { daySeconds } from "#src/shared/units.ts";
import { longestSession } from "../domain/lifetimes.ts";

/**
 * Session: who is signed in. Device: this browser signed in before. Link: a one-time link on its way to its button.
 * Step: a sign-in that waits for its second step. Challenge: what a passkey must sign.
 * Start: a browser that waits for the code of a letter. OAuthAttempt: the browser that went to a sign-in provider.
 */
export type CookieJar = {
  /** `short`: until the browser closes. */
  session: (token: string, short?: boolean) => string;
  endSession: () => string;
  readSession: (headers: Headers) => string | null;
  device: (mark: string) => string;
  readDevice: (headers: Headers) => string | null;
  link: (token: string) => string;
  endLink: () => string;
  readLink: (headers: Headers) => string | null;
  step: (token: string) => string;
  endStep: () => string;
  readStep: (headers: Headers) => string | null;
  challenge: (token: string) => string;
  endChallenge: () => string;
  readChallenge: (headers: Headers) => string | null;
  start: (token: string) => string;
  endStart: () => string;
  readStart: (headers: Headers) => string | null;
  attempt: (token: string) => string;
  readAttempt: (headers: Headers) => string | null;
};

/** Cookies with the `__Host-` prefix and Secure on https; on a loopback address over http without both. */
export function openCookies(secure: boolean): CookieJar {
  const named = (name: string) => (secure ? `__Host-pw_${name}` : `pw_${name}`);
  const write = (name: string, value: string, seconds: number | null) => {
    const age = seconds === null ? "" : `; Max-Age=${seconds}`;
    return `${named(name)}=${value}; Path=/; HttpOnly; SameSite=Lax${age}${secure ? "; Secure" : ""}`;
  };
  return {
    session: (token, short) => write("session", token, short ? null : longestSession / 1000),
    endSession: () => write("session", "", 0),
    readSession: (headers) => sessionToken(readOne(headers, named("session"))),
    device: (mark) => write("device", mark, 365 * daySeconds),
    readDevice: (headers) => readOne(headers, named("device")),
    link: (token) => write("link", encodeURIComponent(token), 1800),
    endLink: () => write("link", "", 0),
    readLink: (headers) => readOne(headers, named("link")),
    step: (token) => write("step", token, 600),
    endStep: () => write("step", "", 0),
    readStep: (headers) => readOne(headers, named("step")),
    challenge: (token) => write("challenge", token, 300),
    endChallenge: () => write("challenge", "", 0),
    readChallenge: (headers) => readOne(headers, named("challenge")),
    start: (token) => write("start", token, 1800),
    endStart: () => write("start", "", 0),
    readStart: (headers) => readOne(headers, named("start")),
    attempt: (token) => write("attempt", token, 600),
    readAttempt: (headers) => readOne(headers, named("attempt")),
  };
}

/** The cookie's value, or null when there is none or more than one (then it is unknown which one is ours). */
function readOne(headers: Headers, name: string): string | null {
  const found = (headers.get("cookie") ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`));
  const [only] = found;
  if (only === undefined || found.length > 1) return null;
  try {
    return decodeURIComponent(only.slice(name.length + 1)) || null;
  } catch {
    return null;
  }
}

/** Earlier versions wrote a signature after the token. It proves nothing that the token's hash in the database does not. */
const sessionToken = (value: string | null): string | null => /^([\w-]{43})(?:\.|$)/.exec(value ?? "")?.[1] ?? null;

export const themes = ["light", "dark", "system"] as const;
export type Theme = (typeof themes)[number];
export const isTheme = (value: unknown): value is Theme => themes.some((theme) => theme === value);

/** The choice for this browser; the page's own script reads it before the first paint, so it is not HttpOnly. */
export const themeCookie = (theme: Theme, { baseUrl }: Pick<Config, "baseUrl">): string =>
  `theme=${theme}; Max-Age=31536000; Path=/; SameSite=Lax${baseUrl.protocol === "https:" ? "; Secure" : ""}`;
