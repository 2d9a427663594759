import { data, redirect, redirectDocument } from "react-router";
import { type OtherText, otherTexts } from "#src/modules/operator/index.server.ts";
import type { ShownVersions } from "#src/modules/operator/index.ts";
import { refusedForm } from "#src/platform/refused-form.ts";
import { safeNext } from "#src/shared/next.ts";
import type { Refusal, RefusedForm } from "#src/shared/outcome.ts";
import type { SignedIn } from "../sessions/sessions.ts";

/** What a form gets back: refused, or done on the same page. */
export type FormAnswer = Partial<RefusedForm> & { sent?: string; saved?: boolean } & Partial<TextsAgain>;

/** Of a form that makes an account: the texts that it shows from now on, and which of them are new to it. */
type TextsAgain = { texts: ShownVersions; changed: Pick<OtherText, "label" | "to">[] };

/** The form of a new account again. What was ticked for other texts than those of now is not ticked any more. */
export function newAccountAgain(refusal: Refusal, typed: Record<string, string>, texts: ShownVersions) {
  const changed = otherTexts(typed, texts).map(({ label, to }) => ({ label, to }));
  const { terms = "", ...others } = typed;
  const values = changed.length > 0 ? others : { ...others, terms };
  const more: TextsAgain = { texts, changed };
  // The notice of the changed texts says it.
  if (refusal.data?.texts === true)
    return data<RefusedForm & TextsAgain>({ errors: {}, values, ...more }, { status: 409 });
  return refusedForm(refusal, values, more);
}

export const withCookies = (cookies: readonly string[]): Headers => {
  const headers = new Headers({ "cache-control": "no-store" });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return headers;
};

const stops = { "second-step": "/login/second-step", "second-factor": "/accountSettings/second-factor" } as const;

/**
 * Every sign-in ends at the address asked for, else at the home of the role; what comes before it, the
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

const signInPages = ["/login", "/login/second-step", "/register", "/start"];

/**
 * What to say where a sign-in led back to the sign-in page, because the browser keeps no cookies: it sends none at all,
 * and comes from the form of such a page. Null where nothing points to that.
 */
export function cookiesBlocked(request: Request): string | null {
  const from = URL.parse(request.headers.get("referer") ?? "");
  const back = from !== null && from.host === new URL(request.url).host && signInPages.includes(from.pathname);
  if (!back || request.headers.has("cookie") || (from.pathname === "/start") !== request.url.includes("/start"))
    return null;
  return "You are not signed in: your browser blocks cookies. Allow cookies for this site in its settings, then sign in again.";
}
