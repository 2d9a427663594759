import { redirect } from "react-router";
import { redirectWithFlash } from "#src/platform/flash.ts";
import { problem } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { safeNext } from "#src/shared/next.ts";
import { done, type Outcome, type Refusal } from "#src/shared/outcome.ts";
import {
  isProvider,
  type Provider,
  type Purpose,
  purposes,
  type Trouble,
  textTroubles,
  troubled,
  troubleKey,
  troubleOf,
} from "../domain/providers.ts";
import { registrationClosed } from "../mails/mail-methods.ts";
import { authPort } from "../ports.ts";
import { goOn, withCookies } from "../screens/answers.server.ts";
import { askStart } from "../sign-in/commands/start.ts";
import type { Arrival } from "./arrive.ts";
import {
  type Ended,
  finishAttempt,
  finishParkedAttempt,
  parkAttempt,
  startOAuthAttempt,
} from "./commands/oauth-attempt.ts";

type Step = "POST sign-in" | "GET callback" | "POST callback";
export type ProviderHandler = { step: Step; provider: Provider };

/** The addresses of sign-in with Google and Apple, below /api/auth; null for any other. */
export function findProviderHandler(method: string, path: string): ProviderHandler | null {
  const [, folder = "", provider, ...more] = path.split("/");
  const step = `${method} ${folder}`;
  if (!isProvider(provider) || more.length > 0) return null;
  if (step === "POST callback") return provider === "apple" ? { step, provider } : null;
  return step === "POST sign-in" || step === "GET callback" ? { step, provider } : null;
}

/** Answers one of them: always a redirect within the site or to the provider, or JSON for a script that begins. */
export function answerProvider(ctx: Ctx, request: Request, { step, provider }: ProviderHandler): Promise<Response> {
  if (step === "POST sign-in") return begin(ctx, request, provider);
  return step === "POST callback" ? park(ctx, request) : handleReturn(ctx, request, provider);
}

type Aim = { purpose: Purpose; next: string | null; popup: string | null };
const toSignIn: Aim = { purpose: "sign-in", next: null, popup: null };

async function begin(ctx: Ctx, request: Request, provider: Provider): Promise<Response> {
  const { purpose, next, popup, termsVersion, privacyVersion } = await fieldsOf(request);
  const asked = { provider, purpose, next, popup, termsVersion, privacyVersion };
  const { cookies } = ctx.runtime.port(authPort);
  const started = isElsewhere(ctx, request)
    ? troubled(provider, "elsewhere")
    : await startOAuthAttempt(ctx, asked, cookies.readAttempt(request.headers));
  const byScript = request.headers.get("accept")?.includes("application/json") ?? false;
  if (started.ok) {
    const headers = withCookies(started.value.cookies);
    const { to } = started.value;
    return byScript ? Response.json({ to }, { headers }) : redirect(to, { status: 303, headers });
  }
  if (byScript || started.code === "not-found") return problem(started, ctx.request.id);
  const aim: Aim = {
    purpose: purposes.find((one) => one === purpose) ?? "sign-in",
    next: safeNext(next, "") || null,
    popup: null,
  };
  return backWith(ctx, provider, aim, started);
}

/** On this machine the site has several names; the provider knows one of them, and cookies belong to one. */
const isElsewhere = (ctx: Ctx, request: Request): boolean =>
  new URL(request.url).host !== ctx.runtime.config.baseUrl.host;

/** Apple posts its answer from its own site, where our cookies stay at home: keep it, and have the browser come for it. */
async function park(ctx: Ctx, request: Request): Promise<Response> {
  const { state, code, iss, error, user } = await fieldsOf(request);
  const parked = await parkAttempt(ctx, { state, code, iss, error, user });
  if (parked.ok) return redirect(`/api/auth/callback/apple?attempt=${parked.value}`, { status: 303 });
  const refusal = parked.code === "invalid" ? troubled("apple", "over") : parked;
  return backWith(ctx, "apple", toSignIn, refusal);
}

async function handleReturn(ctx: Ctx, request: Request, provider: Provider): Promise<Response> {
  const asked = new URL(request.url).searchParams;
  const browser = ctx.runtime.port(authPort).cookies.readAttempt(request.headers);
  const given = (name: string): string | undefined => asked.get(name) ?? undefined;
  const ended =
    provider === "apple"
      ? await finishParkedAttempt(ctx, given("attempt") ?? "", browser)
      : await finishAttempt(
          ctx,
          provider,
          { state: given("state"), code: given("code"), iss: given("iss"), error: given("error") },
          browser,
        );
  return arrived(ctx, provider, await provenFirst(ctx, ended));
}

/** Somebody new at a mailbox that the provider does not run gets the mail of `/start`, whose code this browser waits for. */
async function provenFirst(ctx: Ctx, { attempt, outcome }: Ended): Promise<Arrived> {
  if (!outcome.ok) return { attempt, outcome };
  const { value } = outcome;
  if (!("toProve" in value)) return { attempt, outcome: done(value) };
  const asked = await askStart(ctx, { ...value.toProve, next: attempt?.next ?? undefined });
  if (asked.ok) return { attempt, outcome: done({ startToken: asked.value.token }) };
  const closed = registrationClosed(ctx.runtime) !== null;
  return { attempt, outcome: closed ? troubled(value.toProve.vouched.provider, "no-mail") : asked };
}

type Arrived = Pick<Ended, "attempt"> & {
  outcome: Outcome<Exclude<Arrival, { toProve: unknown }> | { startToken: string }>;
};

function arrived(ctx: Ctx, provider: Provider, { attempt, outcome }: Arrived): Response {
  const aim = attempt ?? toSignIn;
  if (!outcome.ok) return backWith(ctx, provider, aim, outcome);
  const { value } = outcome;
  const answer = answerTo(ctx, provider, aim, value);
  if (aim.popup !== null) answer.headers.set("location", popupDone(aim.popup, "to", answer.headers.get("location")));
  return answer;
}

function answerTo(ctx: Ctx, provider: Provider, aim: Aim, value: Extract<Arrived["outcome"], { ok: true }>["value"]) {
  if ("signedIn" in value) return goOn(value.signedIn, aim.next);
  if ("cookies" in value) return goBack(provider, aim, withCookies(value.cookies));
  const headers = withCookies([ctx.runtime.port(authPort).cookies.start(value.startToken)]);
  return redirect(withQuery("/start", { next: aim.next ?? "/dashboard" }), { status: 303, headers });
}

const settings = "/accountSettings/sign-in";

/** The settings say once that the provider is connected. */
const goBack = (provider: Provider, { purpose, next }: Aim, headers: Headers): Response =>
  purpose === "link"
    ? redirectWithFlash(next ?? settings, `${provider}-linked`, headers)
    : redirect(next ?? settings, { headers });

const popupDone = (mark: string, key: "to" | "trouble", value: string | null): string =>
  `/auth/popup-done?${new URLSearchParams({ n: mark, [key]: value ?? "/" })}`;

/** Back to where the person began, with one sentence (named in the address, never written there). */
function backWith(ctx: Ctx, provider: Provider, { purpose, next, popup }: Aim, refusal: Refusal): Response {
  const trouble = troubleOf(refusal);
  const key = troubleKey(provider, trouble);
  ctx.runtime.log.info({ provider, purpose, trouble, requestId: ctx.request.id }, "a way to a sign-in provider ended");
  const to = addressFor(ctx, purpose, trouble, next, key);
  const popupAnswer = (mark: string): string => {
    // The page that waits shows texts of before: it goes to one that shows those of now.
    if (textTroubles.some((one) => one === trouble)) return popupDone(mark, "to", to);
    return popupDone(mark, "trouble", key);
  };
  return redirect(popup === null ? to : popupAnswer(popup), { status: 303, headers: withCookies([]) });
}

function addressFor(ctx: Ctx, purpose: Purpose, trouble: Trouble, next: string | null, key: string): string {
  const isGuest = ctx.viewer.kind !== "person";
  if (isGuest) return withQuery("/login", { ...(next && { next }), trouble: key });
  if (purpose === "confirm" || trouble === "step-up")
    return withQuery("/confirm-identity", { next: (purpose === "confirm" && next) || settings, trouble: key });
  return withQuery(purpose === "link" ? (next ?? settings) : settings, { trouble: key });
}

const withQuery = (path: string, more: Record<string, string>): string => {
  const url = new URL(path, "http://own.invalid");
  for (const [name, value] of Object.entries(more)) url.searchParams.set(name, value);
  return url.pathname + url.search;
};

async function fieldsOf(request: Request): Promise<Record<string, string | undefined>> {
  try {
    const form = await request.formData();
    return Object.fromEntries([...form].filter((pair): pair is [string, string] => typeof pair[1] === "string"));
  } catch {
    return {}; // a body that is no form has no fields
  }
}
