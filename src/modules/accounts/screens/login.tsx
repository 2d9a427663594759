import { Form, Link, useNavigation } from "react-router";
import { siteSetting } from "#src/modules/site/index.server.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { Button } from "#src/ui/button.tsx";
import { Field } from "#src/ui/field.tsx";
import { Input } from "#src/ui/inputs.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { PasswordInput } from "#src/ui/password-input.tsx";
import { authPort, guestOnly, signIn } from "../index.server.ts";
import { demoAccounts, demoPassword, roleWord } from "../index.ts";
import type { Route } from "./+types/login.ts";
import { formAgain, goOn, nextOf, textsOf } from "./answers.server.ts";
import { AuthPage, tabTitle, withNext } from "./auth-page.tsx";
import { keptWork } from "./kept-work.server.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  guestOnly(ctx);
  const next = nextOf(request);
  const { name } = await ctx.house.settings.get(siteSetting);
  const changed = new URL(request.url).searchParams.has("changed");
  return { next, changed, shop: name, demo: ctx.house.mode === "demo", kept: await keptWork(ctx, next) };
}

/** Signs in with what was typed, or in demo mode as the account whose button was pressed. */
export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  guestOnly(ctx);
  const next = nextOf(request);
  const { email = "", password = "", as } = await textsOf(request);
  const demo = ctx.house.mode === "demo" ? Object.values(demoAccounts).find((one) => one.email === as) : undefined;
  const typed = demo ? { email: demo.email, password: demoPassword } : { email, password };
  const entered = await signIn(ctx, typed, ctx.house.port(authPort).cookies.readDevice(request.headers));
  return entered.ok ? goOn(entered.value, next) : formAgain(entered, { email });
}

export const meta: Route.MetaFunction = ({ loaderData }) => tabTitle("Sign in", loaderData?.shop);

const DemoAccounts = () => (
  <section className="stack mt-7" aria-labelledby="demo-accounts">
    <h2 className="t3" id="demo-accounts">
      Demo accounts
    </h2>
    <p className="small soft">
      One press signs in. The password of each is <b>{demoPassword}</b>.
    </p>
    <Form method="post" className="stack [--gap:8px]">
      {Object.values(demoAccounts).map(({ email, role }) => (
        <Button key={email} variant="outline" block name="as" value={email}>
          {`${roleWord[role]}: ${email}`}
        </Button>
      ))}
    </Form>
    <p className="or">
      <span>or with your own account</span>
    </p>
  </section>
);

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { next, demo, changed, kept } = loaderData;
  const busy = useNavigation().state === "submitting";
  const error = actionData?.errors?.password;
  return (
    <AuthPage title="Sign in" kept={kept}>
      {changed && (
        <Notice tone="ok" className="mt-5" title="Your password is changed.">
          <p>Sign in with the new one.</p>
        </Notice>
      )}
      {actionData?.message && (
        <Notice tone="bad" live className="mt-5">
          <p>{actionData.message}</p>
        </Notice>
      )}
      {demo && <DemoAccounts />}
      <Form method="post" className={demo ? "stack [--gap:20px]" : "stack mt-7 [--gap:20px]"}>
        <Field name="email" label="E-mail">
          <Input type="email" autoComplete="username" required defaultValue={actionData?.values?.email} />
        </Field>
        <Field name="password" label="Password" error={error}>
          <PasswordInput autoComplete="current-password" required autoFocus={Boolean(error)} />
        </Field>
        <p>
          <Link className="link-arrow" to={withNext("/passreset", next)}>
            Forgot your password?
          </Link>
        </p>
        <Button block busy={busy}>
          {busy ? "Signing in" : "Sign in"}
        </Button>
      </Form>
      <p className="swap">
        New here? <Link to={withNext("/register", next)}>Create an account</Link>
      </p>
    </AuthPage>
  );
}
