import { data, redirect, redirectDocument } from "react-router";
import { safeNext } from "#src/shared/next.ts";
import { type Refusal, refusalStatus } from "#src/shared/outcome.ts";
import type { SignedIn } from "../sessions.ts";

/** What a form gets back: messages by field, one about the whole, and what was typed (never a password). */
export type FormAnswer = {
  errors?: Record<string, string>;
  message?: string;
  values?: Record<string, string>;
  sent?: string;
  saved?: boolean;
  /** The person must confirm first to be it: the page offers the way there. */
  stepUp?: boolean;
};

/** The form again, with the refusal's status and the seconds to wait. */
export function formAgain(refusal: Refusal, values: Record<string, string> = {}) {
  const errors: Record<string, string> = {};
  for (const { path, message } of refusal.fields ?? []) errors[path] ??= message;
  const stepUp = refusal.code === "step-up";
  const answer: FormAnswer = {
    errors,
    values,
    stepUp,
    ...(refusal.fields || stepUp ? {} : { message: refusal.message }),
  };
  const headers: HeadersInit = refusal.retryAfter ? { "retry-after": String(refusal.retryAfter) } : {};
  return data(answer, { status: refusalStatus[refusal.code], headers });
}

export const withCookies = (cookies: readonly string[]): Headers => {
  const headers = new Headers({ "cache-control": "no-store" });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return headers;
};

const stops = { "second-step": "/login/second-step", "second-factor": "/accountSettings/second-factor" } as const;

/**
 * Every sign-in ends at the address asked for, else at the home of the role (decisions 2); what comes before it, the
 * second step or adding a factor, keeps that address. A look that comes with the sign-in needs a whole new page.
 */
export function goOn(signedIn: SignedIn, next: unknown, more: readonly string[] = []): Response {
  const asked = safeNext(next, "");
  const stop = signedIn.next && stops[signedIn.next];
  const to = stop ? withNext(stop, asked || (signedIn.home === "/admin" ? signedIn.home : "")) : asked || signedIn.home;
  const cookies = [...signedIn.cookies, ...more];
  const go = cookies.some((cookie) => cookie.startsWith("theme=")) ? redirectDocument : redirect;
  return go(to, { headers: withCookies(cookies) });
}

const withNext = (path: string, next: string): string => (next ? `${path}?next=${encodeURIComponent(next)}` : path);

export const nextOf = (request: Request): string => safeNext(new URL(request.url).searchParams.get("next"), "");

/** Text fields of a form by name; files are not expected here. */
export async function textsOf(request: Request): Promise<Record<string, string>> {
  const form = await request.formData();
  return Object.fromEntries([...form].filter((pair): pair is [string, string] => typeof pair[1] === "string"));
}
