import { data, Link, redirect } from "react-router";
import { pageMeta } from "#src/modules/operator/index.screens.ts";
import { accountTexts, pageFacts } from "#src/modules/operator/index.server.ts";
import type { ShownVersions } from "#src/modules/operator/index.ts";
import { refusedForm, textsOf } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { backOnly } from "#src/platform/respond.ts";
import { Button, LinkButton } from "#src/ui/button.tsx";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { Field } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { useBrowserZone } from "#src/ui/hydrated.ts";
import { Input } from "#src/ui/inputs.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { useMended } from "#src/ui/use-mended.ts";
import { useSent } from "#src/ui/use-sent.ts";
import type { Provider } from "../../domain/providers.ts";
import {
  authPort,
  confirmEmail,
  guestOnly,
  readConfirmLink,
  register,
  registrationClosed,
  resendConfirmation,
} from "../../index.server.ts";
import { begunOrderPort, type KeptWork } from "../../ports.ts";
import { providerOffers } from "../../providers/screens/provider-offers.server.ts";
import { ProviderPart, ProviderTerms } from "../../providers/screens/provider-part.tsx";
import { AcceptTexts, TextsOfNow } from "../../screens/accept-texts.tsx";
import { type FormAnswer, goOn, newAccountAgain, nextOf, withCookies } from "../../screens/answers.server.ts";
import { AuthPage, RefusedMessage, withNext } from "../../screens/auth-page.tsx";
import { Or } from "../../screens/code-field.tsx";
import type { Route } from "./+types/register.ts";
import { NewPasswordField } from "./new-password-field.tsx";

type Offers = { offers: readonly Provider[]; next: string; texts: ShownVersions };
type FormProps = Offers & { answer: FormAnswer; busy: boolean; kept: KeptWork | null };

/** Filled by programs that fill everything; people neither see nor reach it. */
const Trap = () => (
  <div className="vh" aria-hidden="true">
    <label htmlFor="website">Leave this empty</label>
    <input id="website" name="website" tabIndex={-1} autoComplete="off" />
  </div>
);

const Zone = () => {
  const zone = useBrowserZone();
  return <input type="hidden" name="timeZone" value={zone} />;
};

const labels = { name: "Name", email: "E-mail", password: "Password", terms: "Terms" };

const RegisterForm = ({ answer, busy, kept, next, offers, texts }: FormProps) => {
  const { answer: now, since, onInput } = useMended(answer);
  const { errors, values, message } = now;
  return (
    <AuthPage
      title="Create an account"
      lede="Here you follow your orders, write to your writer, and find your files and receipts."
      kept={kept}
    >
      <ProviderPart offers={offers} trouble={null} next={next} texts={texts} className="mt-7" />
      <ProviderTerms offers={offers} />
      {offers.length > 0 && <Or>or with e-mail</Or>}
      <Form
        method="post"
        className={offers.length > 0 ? "stack [--gap:20px]" : "stack mt-7 [--gap:20px]"}
        noValidate
        onInput={onInput}
      >
        <ErrorSummary errors={errors} labels={labels} message={message} since={since} />
        <TextsOfNow answer={answer} />
        <Field name="name" label="Name" hint="Any name you like. Writers do not see it." error={errors?.name}>
          <Input autoComplete="name" required maxLength={100} defaultValue={values?.name} />
        </Field>
        <Field name="email" label="E-mail" error={errors?.email}>
          <Input type="email" autoComplete="email" required maxLength={254} defaultValue={values?.email} />
        </Field>
        <NewPasswordField error={errors?.password} />
        <AcceptTexts texts={texts} answer={now} verb="I have read the" then="and the" />
        <Trap />
        <Zone />
        <Button block busy={busy}>
          {busy ? "Creating the account" : "Create account"}
        </Button>
      </Form>
      <p className="swap">
        You have an account? <Link to={withNext("/login", next)}>Sign in</Link>
      </p>
    </AuthPage>
  );
};

const MailSent = ({ email }: { email: string }) => (
  <AuthPage title="We sent you an e-mail">
    <Notice tone="ok" live className="mt-5" title="Open the link in it.">
      <p>
        The e-mail goes to <b className="wrap-anywhere">{email}</b>. The link works for 24 hours and brings you back to
        what you were doing. Look in the spam folder too.
      </p>
    </Notice>
    <Form method="post" className="mt-5">
      <input type="hidden" name="intent" value="resend" />
      <input type="hidden" name="email" value={email} />
      <Button variant="outline">Send it again</Button>
    </Form>
    <p className="swap">
      <Link to="/login">Back to sign in</Link>
    </p>
  </AuthPage>
);

type ConfirmProps = { name: string; email: string; busy: boolean; message?: string | undefined };

const ConfirmPage = ({ name, email, busy, message }: ConfirmProps) => (
  <AuthPage title="Confirm your e-mail" lede={`${name}, one press and your account is ready.`}>
    <RefusedMessage message={message} />
    <Form method="post" className="stack mt-7 [--gap:20px]">
      <p>
        This e-mail belongs to you: <b className="wrap-anywhere">{email}</b>
      </p>
      <input type="hidden" name="intent" value="confirm" />
      <Button block busy={busy}>
        {busy ? "Confirming" : "Confirm and continue"}
      </Button>
    </Form>
    <p className="swap">If you did not ask for this account, close the page. Nothing happens.</p>
  </AuthPage>
);

const LinkOver = () => (
  <AuthPage title="This link is over">
    <p className="soft mt-2">
      It was used already, or it is older than 24 hours. If you used it, sign in. If not, register again and we send a
      new one.
    </p>
    <div className="row mt-7">
      <LinkButton to="/login">Sign in</LinkButton>
      <LinkButton to="/register" variant="outline">
        Register again
      </LinkButton>
    </div>
  </AuthPage>
);

/** Nobody can register with an e-mail; a provider that vouches for one is still a way in. */
const Closed = ({ message, offers, next, texts }: Offers & { message: string }) => (
  <AuthPage title="Create an account">
    <Notice tone="warn" className="mt-5">
      <p>{message}</p>
    </Notice>
    <ProviderPart offers={offers} trouble={null} next={next} texts={texts} className="mt-5" />
    <ProviderTerms offers={offers} />
    <p className="swap">
      You have an account? <Link to={withNext("/login", next)}>Sign in</Link>
    </p>
  </AuthPage>
);

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
