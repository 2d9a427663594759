import { Link, redirect } from "react-router";
import { pageMeta } from "#src/modules/operator/index.screens.ts";
import { pageFacts } from "#src/modules/operator/index.server.ts";
import { redirectWithFlash } from "#src/platform/flash.ts";
import { refusedForm, textsOf } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { Button, LinkButton } from "#src/ui/button.tsx";
import { Field } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Input } from "#src/ui/inputs.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { useMended } from "#src/ui/use-mended.ts";
import { useSent } from "#src/ui/use-sent.ts";
import { askReset, authPort, guestOnly, readResetLink, setPassword } from "../../index.server.ts";
import { type FormAnswer, withCookies } from "../../screens/answers.server.ts";
import { AuthPage, RefusedMessage } from "../../screens/auth-page.tsx";
import type { Route } from "./+types/passreset.ts";
import { AccountName, NewPasswordField } from "./new-password-field.tsx";

/**
 * Asks for a link, or, when one was opened, for the new password: also of somebody who is signed in, for the mail asked
 * for it. The link's token leaves the address at once.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const { cookies } = ctx.runtime.port(authPort);
  const asked = new URL(request.url).searchParams;
  const token = asked.get("token");
  if (token !== null) throw redirect("/passreset?choose", { headers: withCookies([cookies.link(token)]) });
  const signedIn = ctx.viewer.kind === "person";
  if (!asked.has("choose")) guestOnly(ctx);
  const facts = await pageFacts(context, "/passreset");
  if (!asked.has("choose")) return { facts, signedIn, link: undefined };
  const found = await readResetLink(ctx, { token: cookies.readLink(request.headers) ?? "" });
  return { facts, signedIn, link: found.ok ? found.value : null };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const { cookies } = ctx.runtime.port(authPort);
  const { intent, email = "", password } = await textsOf(request);
  if (intent === "choose") {
    const set = await setPassword(ctx, { token: cookies.readLink(request.headers) ?? "", password });
    return set.ok
      ? redirectWithFlash("/login", "password-changed", withCookies([cookies.endLink()]))
      : refusedForm(set);
  }
  guestOnly(ctx);
  const asked = await askReset(ctx, { email });
  const sent: FormAnswer = { sent: email, values: { email } };
  return asked.ok ? sent : refusedForm(asked, { email });
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData?.facts, "Reset your password", "Get a link by e-mail to choose a new password for your account.");

type Part = { answer: FormAnswer; busy: boolean };

const Ask = ({ answer, busy }: Part) => {
  const { answer: now, onInput } = useMended(answer);
  const { errors, values, message, sent } = now;
  return (
    <AuthPage title="Reset your password" lede="Write your e-mail. We send you a link to choose a new password.">
      <RefusedMessage message={message} />
      <Form method="post" className="stack mt-7 [--gap:20px]" noValidate onInput={onInput}>
        <Field name="email" label="E-mail" error={errors?.email}>
          <Input type="email" autoComplete="username" required maxLength={254} defaultValue={values?.email} />
        </Field>
        <Button block busy={busy}>
          {busy ? "Sending" : "Send the link"}
        </Button>
      </Form>
      {sent !== undefined && (
        <Notice tone="ok" live className="mt-6" title="Sent.">
          <p>
            If there is an account for this address, the link arrives in a few minutes. Look in the spam folder too.
          </p>
        </Notice>
      )}
      <p className="swap">
        <Link to="/login">Back to sign in</Link>
      </p>
    </AuthPage>
  );
};

type ChooseProps = Part & { person: { name: string; email: string; closes: readonly string[] } };

const Choose = ({ person, answer, busy }: ChooseProps) => {
  const { answer: now, onInput } = useMended(answer);
  const { errors, message } = now;
  return (
    <AuthPage title="Choose a new password" lede="Everybody who is signed in to this account is signed out then.">
      <RefusedMessage message={message} />
      <p className="soft mt-4">
        The account is <b className="wrap-anywhere">{person.email}</b>.
      </p>
      {person.closes.length > 0 && (
        <Notice tone="info" className="mt-4" title="This is disconnected, because its e-mail is another one:">
          <ul>
            {person.closes.map((one) => (
              <li key={one} className="wrap-anywhere">
                {one}
              </li>
            ))}
          </ul>
          <p>What is yours can be connected again in the account settings.</p>
        </Notice>
      )}
      <Form method="post" className="stack mt-7 [--gap:20px]" noValidate onInput={onInput}>
        <input type="hidden" name="intent" value="choose" />
        <AccountName email={person.email} />
        <NewPasswordField label="New password" person={person} error={errors?.password} />
        <Button block busy={busy}>
          {busy ? "Saving" : "Save the new password"}
        </Button>
      </Form>
    </AuthPage>
  );
};

const Over = ({ signedIn }: { signedIn: boolean }) => (
  <AuthPage title="This link is over" lede="It was used already, is older than 30 minutes, or a newer one was sent.">
    <p className="mt-7">
      {signedIn ? (
        <LinkButton to="/accountSettings/password">Change the password</LinkButton>
      ) : (
        <LinkButton to="/passreset">Ask for a new link</LinkButton>
      )}
    </p>
  </AuthPage>
);

export default function PassReset({ loaderData: { link, signedIn }, actionData }: Route.ComponentProps) {
  const busy = useSent() !== undefined;
  const answer: FormAnswer = actionData ?? {};
  if (link === null) return <Over signedIn={signedIn} />;
  return link ? <Choose person={link} answer={answer} busy={busy} /> : <Ask answer={answer} busy={busy} />;
}
