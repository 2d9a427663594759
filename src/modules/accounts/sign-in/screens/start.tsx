import { data, redirect } from "react-router";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { accountTexts } from "#src/modules/operator/index.server.ts";
import { refusedForm, textsOf } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { pageOf } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { Outcome } from "#src/shared/outcome.ts";
import { useSent } from "#src/ui/use-sent.ts";
import {
  askStart,
  authPort,
  openAccount,
  readStart,
  registrationClosed,
  signInByPasskey,
  startByCode,
  startByLink,
  vouchedIn,
} from "../../index.server.ts";
import { begunOrderPort } from "../../ports.ts";
import { providerOffers } from "../../providers/screens/provider-offers.server.ts";
import {
  cookiesBlocked,
  type FormAnswer,
  goOn,
  newAccountAgain,
  nextOf,
  withCookies,
} from "../../screens/answers.server.ts";
import { withNext } from "../../screens/auth-page.tsx";
import type { Route } from "./+types/start.ts";
import { AskEmail, CodeStage, NewAccount, PressOn, StartClosed } from "./start-views.tsx";

const form = "/order";

/** The path to return to: the one of the calculator's fields, or the requested one. */
async function aimOf(ctx: Ctx, request: Request): Promise<string> {
  const { searchParams } = new URL(request.url);
  const { next: _, trouble: __, link: ___, ...fields } = Object.fromEntries(searchParams);
  const next = nextOf(request);
  if (next) return next;
  const chosen = new URLSearchParams(await ctx.runtime.port(begunOrderPort).formFields(ctx, fields)).toString();
  return chosen ? `${form}?${chosen}` : form;
}

/**
 * The one step between a price and an order: it asks for the e-mail first. Every stage has this one address, so that
 * the way back leads to the price. Who is signed in continues at once.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const { cookies } = ctx.runtime.port(authPort);
  const asked = new URL(request.url).searchParams;
  const token = asked.get("token");
  if (token !== null) throw redirect("/start?link", { headers: withCookies([cookies.link(token)]) });
  const next = await aimOf(ctx, request);
  if (ctx.viewer.kind === "person") throw redirect(next);
  if (!asked.has("next") && !asked.has("link")) throw redirect(withNext("/start", next));
  return data(
    {
      next,
      link: asked.has("link"),
      again: new URL(next, "http://own.invalid").searchParams.has("form"),
      closed: registrationClosed(ctx.runtime),
      kept: await ctx.runtime.port(begunOrderPort).keptWork(ctx, next),
      stage: asked.has("link") ? null : await readStart(ctx, cookies.readStart(request.headers)),
      ...providerOffers(ctx, request),
      texts: await accountTexts(ctx.runtime),
      blocked: cookiesBlocked(request),
    },
    { headers: { "cache-control": "private, no-store" } },
  );
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const next = await aimOf(ctx, request);
  if (ctx.viewer.kind === "person") throw redirect(next);
  const {
    intent,
    email = "",
    code = "",
    passkey = "",
    timeZone,
    method = "",
    password = "",
    name = "",
    terms = "",
    termsVersion = "",
    privacyVersion = "",
  } = await textsOf(request);
  const { cookies } = ctx.runtime.port(authPort);
  const token = cookies.readStart(request.headers) ?? "";
  if (intent === "other") return here(request, [cookies.endStart()]);
  if (intent === "passkey") {
    const challenge = cookies.readChallenge(request.headers);
    const entered = await signInByPasskey(ctx, passkey, { challenge, short: false });
    return entered.ok ? goOn(entered.value, next, [cookies.endStart()]) : refusedForm(entered, { email });
  }
  // Sent once more, from a page that the browser kept: what it proves is proven.
  if (intent === "code" && (await readStart(ctx, token))?.stage === "new") return here(request, []);
  if (intent === "code") return started(ctx, request, await startByCode(ctx, token, code.slice(0, 40)));
  if (intent === "link")
    return started(ctx, request, await startByLink(ctx, cookies.readLink(request.headers) ?? ""), [cookies.endLink()]);
  if (intent === "open") {
    const chosen = method === "password" ? { password } : {};
    const texts = await accountTexts(ctx.runtime);
    const accepted = { name, terms, termsVersion, privacyVersion };
    const opened = await openAccount(ctx, { token, timeZone, ...accepted, ...chosen }, texts);
    if (!opened.ok) return newAccountAgain(opened, { ...accepted, method }, texts);
    const after = nextOf(request) || opened.value.next || form;
    const to = method === "passkey" ? withNext("/accountSettings/passkeys", after) : after;
    return goOn(opened.value.signedIn, to, [cookies.endStart()]);
  }
  const waiting = await askStart(ctx, { email, next, vouched: await vouchedIn(ctx, token, email) });
  return waiting.ok ? here(request, [cookies.start(waiting.value.token)]) : refusedForm(waiting, { email });
}

const here = (request: Request, cookies: readonly string[]) =>
  redirect(pageOf(request), { status: 303, headers: withCookies(cookies) });

function started(
  ctx: Ctx,
  request: Request,
  proven: Outcome<Extract<Awaited<ReturnType<typeof startByCode>>, { ok: true }>["value"]>,
  more: readonly string[] = [],
) {
  if (!proven.ok) return refusedForm(proven);
  const { value } = proven;
  const { cookies } = ctx.runtime.port(authPort);
  const next = nextOf(request) || value.next || form;
  if ("signedIn" in value) return goOn(value.signedIn, next, [cookies.endStart(), ...more]);
  return redirect(withNext("/start", next), {
    status: 303,
    headers: withCookies([cookies.start(value.newToken), ...more]),
  });
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("First, your e-mail", matches);

export default function Start({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useSent() !== undefined;
  const { stage, closed, link } = loaderData;
  const answer: FormAnswer = actionData ?? {};
  // A refused form is not loaded again: its answer brings the texts of now.
  const props = { ...loaderData, texts: answer.texts ?? loaderData.texts, answer, busy };
  if (link) return <PressOn {...props} />;
  if (stage?.stage === "new") return <NewAccount {...props} email={stage.email} name={stage.name} />;
  if (stage?.stage === "letter") return <CodeStage {...props} {...stage} />;
  return closed ? <StartClosed {...props} message={closed} /> : <AskEmail {...props} />;
}
