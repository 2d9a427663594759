import { data, redirect } from "react-router";
import { pageMeta } from "#src/modules/operator/index.screens.ts";
import { accountTexts, pageFacts } from "#src/modules/operator/index.server.ts";
import { refusedForm, textsOf } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { backOnly } from "#src/platform/respond.ts";
import { useSent } from "#src/ui/use-sent.ts";
import {
  authPort,
  confirmEmail,
  guestOnly,
  readConfirmLink,
  register,
  registrationClosed,
  resendConfirmation,
} from "../../index.server.ts";
import { begunOrderPort } from "../../ports.ts";
import { providerOffers } from "../../providers/screens/provider-offers.server.ts";
import { type FormAnswer, goOn, newAccountAgain, nextOf, withCookies } from "../../screens/answers.server.ts";
import type { Route } from "./+types/register.ts";
import { Closed, ConfirmPage, LinkOver, MailSent, RegisterForm } from "./register-views.tsx";

/** The form, or, when a mailed link was opened, the page with its button. The link's token leaves the address at once. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  guestOnly(ctx, nextOf(request));
  const { cookies } = ctx.runtime.port(authPort);
  const asked = new URL(request.url).searchParams;
  const token = asked.get("token");
  if (token !== null) throw redirect("/register?confirm", { headers: withCookies([cookies.link(token)]) });
  const next = nextOf(request);
  const page = {
    facts: await pageFacts(context, "/register"),
    next,
    closed: registrationClosed(ctx.runtime),
    kept: await ctx.runtime.port(begunOrderPort).keptWork(ctx, next),
    ...providerOffers(ctx, request),
    texts: await accountTexts(ctx.runtime),
  };
  if (!asked.has("confirm"))
    return data({ ...page, link: undefined }, page.kept ? undefined : { headers: { "cache-control": backOnly } });
  const found = await readConfirmLink(ctx, { token: cookies.readLink(request.headers) ?? "" });
  return data({ ...page, link: found.ok ? found.value : null });
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  guestOnly(ctx);
  const { cookies } = ctx.runtime.port(authPort);
  const { intent, password, website, ...typed } = await textsOf(request);
  const email = typed.email ?? "";
  if (intent === "confirm") {
    const confirmed = await confirmEmail(ctx, { token: cookies.readLink(request.headers) ?? "" });
    return confirmed.ok
      ? goOn(confirmed.value.signedIn, confirmed.value.next, [cookies.endLink()])
      : refusedForm(confirmed);
  }
  const sent: FormAnswer = { sent: email };
  if (website) return sent;
  if (intent === "resend") {
    const again = await resendConfirmation(ctx, { email });
    return again.ok ? sent : refusedForm(again, typed);
  }
  const texts = await accountTexts(ctx.runtime);
  const made = await register(ctx, { ...typed, password, next: nextOf(request) }, texts);
  if (!made.ok) return newAccountAgain(made, typed, texts);
  return made.value.state === "signed-in" ? goOn(made.value.signedIn, nextOf(request)) : sent;
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(
    loaderData?.facts,
    "Create an account",
    "Create an account with your e-mail to order work, follow it and keep everything in one place.",
  );

export default function Register({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useSent() !== undefined;
  const { link, closed, kept, next, offers } = loaderData;
  const answer: FormAnswer = actionData ?? {};
  // A refused form is not loaded again: its answer brings the texts of now.
  const { texts = loaderData.texts } = answer;
  if (answer.sent !== undefined) return <MailSent email={answer.sent} />;
  if (link) return <ConfirmPage {...link} busy={busy} message={answer.message} />;
  if (link === null) return <LinkOver />;
  if (closed) return <Closed message={closed} offers={offers} next={next} texts={texts} />;
  return <RegisterForm answer={answer} busy={busy} kept={kept} next={next} offers={offers} texts={texts} />;
}
