import { data, Link } from "react-router";
import { pageMeta } from "#src/modules/operator/index.screens.ts";
import { accountTexts, pageFacts } from "#src/modules/operator/index.server.ts";
import { flashOf } from "#src/platform/flash.ts";
import { refusedForm, textsOf } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { backOnly } from "#src/platform/respond.ts";
import type { Role } from "#src/shared/viewer.ts";
import { Button } from "#src/ui/button.tsx";
import { Checkbox } from "#src/ui/choices.tsx";
import { Field } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Input } from "#src/ui/inputs.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { PasswordInput } from "#src/ui/password-input.tsx";
import { useMended } from "#src/ui/use-mended.ts";
import { useFlash, useSent } from "#src/ui/use-sent.ts";
import { PasskeyButton, usePasskeyAutofill } from "../../factors/screens/passkey-button.tsx";
import { authPort, demoAccountsHere, guestOnly, signIn, signInByPasskey } from "../../index.server.ts";
import { demoPassword, roleLabels } from "../../index.ts";
import { begunOrderPort } from "../../ports.ts";
import { providerOffers } from "../../providers/screens/provider-offers.server.ts";
import { ProviderPart, ProviderTerms } from "../../providers/screens/provider-part.tsx";
import { cookiesBlocked, goOn, nextOf } from "../../screens/answers.server.ts";
import { AuthPage, RefusedMessage, withNext } from "../../screens/auth-page.tsx";
import { Or } from "../../screens/code-field.tsx";
import type { Route } from "./+types/login.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  guestOnly(ctx, nextOf(request));
  const next = nextOf(request);
  const asked = providerOffers(ctx, request);
  const page = {
    facts: await pageFacts(context, "/login"),
    next,
    did: flashOf(request),
    demo: (await demoAccountsHere(ctx.runtime)).map(({ email, role }) => ({ email, role })),
    kept: await ctx.runtime.port(begunOrderPort).keptWork(ctx, next),
    ...asked,
    texts: asked.offers.length > 0 ? await accountTexts(ctx.runtime) : null,
    blocked: cookiesBlocked(request),
    // A browser that still names a session is on its way back to where it was.
    ended: next !== "" && ctx.runtime.port(authPort).cookies.readSession(request.headers) !== null,
  };
  return page.kept ? data(page) : data(page, { headers: { "cache-control": backOnly } });
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** Signs in with what was typed, or in demo mode as the account whose button was pressed. */
export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  guestOnly(ctx);
  const next = nextOf(request);
  const { intent, email = "", password = "", short, as, passkey = "" } = await textsOf(request);
  const { cookies } = ctx.runtime.port(authPort);
  if (intent === "passkey") {
    const challenge = cookies.readChallenge(request.headers);
    const entered = await signInByPasskey(ctx, passkey, { challenge, short: short === "on" });
    return entered.ok ? goOn(entered.value, next) : refusedForm(entered, { email });
  }
  const demo = as ? (await demoAccountsHere(ctx.runtime)).find((one) => one.email === as) : undefined;
  const typed = demo ? { email: demo.email, password: demoPassword } : { email, password };
  const wish = short === "on" ? { ...typed, short } : typed;
  const entered = await signIn(ctx, wish, cookies.readDevice(request.headers));
  return entered.ok ? goOn(entered.value, next) : refusedForm(entered, { email, ...(short && { short }) });
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData?.facts, "Sign in", "Sign in to see your orders, read your work and write to Support.");

const DemoAccounts = ({ accounts }: { accounts: readonly { email: string; role: Role }[] }) => (
  <section className="stack mt-7" aria-labelledby="demo-accounts">
    <h2 className="t3" id="demo-accounts">
      Demo accounts
    </h2>
    <p className="small soft">
      One press signs in. The password of each is <b>{demoPassword}</b>.
    </p>
    <Form method="post" className="stack [--gap:8px]">
      {accounts.map(({ email, role }) => (
        <Button key={email} variant="outline" block name="as" value={email}>
          {`${roleLabels[role]}: ${email}`}
        </Button>
      ))}
    </Form>
    <p className="or">
      <span>or with your own account</span>
    </p>
  </section>
);

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { next, demo: accounts, kept, offers, texts, trouble, blocked, ended } = loaderData;
  const did = useFlash(loaderData.did || null);
  const passkeyAutofill = usePasskeyAutofill();
  const demo = accounts.length > 0;
  const busy = useSent() !== undefined;
  const { answer, onInput } = useMended(actionData);
  const error = answer?.errors?.password;
  return (
    <AuthPage
      title={ended ? "Sign in again to continue" : "Sign in"}
      lede={
        ended && "You were away for a long time, or you were signed out. You come back to the page that you opened."
      }
      kept={kept}
    >
      {did === "password-changed" && (
        <Notice tone="ok" className="mt-5" title="Your password is changed.">
          <p>Sign in with the new one.</p>
        </Notice>
      )}
      {did === "late" && !actionData && (
        <Notice tone="warn" className="mt-5" title="The second step took longer than ten minutes.">
          <p>Sign in again. Nothing is lost.</p>
        </Notice>
      )}
      <RefusedMessage message={actionData?.message ?? blocked ?? undefined} />
      {demo && <DemoAccounts accounts={accounts} />}
      <ProviderPart offers={offers} trouble={trouble} next={next} texts={texts} className={demo ? undefined : "mt-7"} />
      <ProviderTerms offers={offers} />
      {offers.length > 0 && <Or>or with e-mail</Or>}
      <Form
        method="post"
        className={demo || offers.length > 0 ? "stack [--gap:20px]" : "stack mt-7 [--gap:20px]"}
        onInput={onInput}
      >
        <Field name="email" label="E-mail">
          <Input
            type="email"
            autoComplete="username webauthn"
            required
            defaultValue={actionData?.values?.email}
            {...passkeyAutofill}
          />
        </Field>
        <Field name="password" label="Password" error={error}>
          <PasswordInput autoComplete="current-password" required autoFocus={Boolean(error)} />
        </Field>
        <p className="mt-1 -mb-3">
          <Link className="link-arrow" to={withNext("/passreset", next)}>
            Forgot your password?
          </Link>
        </p>
        <Checkbox name="short" value="on" defaultChecked={actionData?.values?.short === "on"}>
          This device only: sign me out when the browser closes
        </Checkbox>
        <Button block busy={busy}>
          {busy ? "Signing in" : "Sign in"}
        </Button>
        <PasskeyButton purpose="sign-in" block>
          Sign in with a passkey
        </PasskeyButton>
      </Form>
      <p className="swap">
        New here? <Link to={withNext("/register", next)}>Create an account</Link>
      </p>
    </AuthPage>
  );
}
