import { Link, redirect } from "react-router";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { refusedForm, textsOf } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import { isFresh } from "#src/shared/viewer.ts";
import { Button } from "#src/ui/button.tsx";
import { Field } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { PasswordInput } from "#src/ui/password-input.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import {
  authPort,
  confirmByCode,
  confirmByPasskey,
  confirmByPassword,
  methodsToConfirm,
  requirePerson,
} from "../../index.server.ts";
import { connectedOffers } from "../../providers/screens/provider-offers.server.ts";
import { ProviderPart } from "../../providers/screens/provider-part.tsx";
import { type FormAnswer, nextOf, withCookies } from "../../screens/answers.server.ts";
import { AuthPage, RefusedMessage, withNext } from "../../screens/auth-page.tsx";
import { CodeField, codeKind, Or } from "../../screens/code-field.tsx";
import { AccountName } from "../../sign-in/screens/new-password-field.tsx";
import type { Route } from "./+types/confirm-identity.ts";
import { PasskeyButton } from "./passkey-button.tsx";

/** Asks a signed-in person to prove anew to be it. Without `next` it returns to the page before. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requirePerson(ctx, request);
  const next = nextOf(request);
  const methods = orPage(await methodsToConfirm(ctx, {}), request);
  const fresh = isFresh(person, ctx.runtime.clock()) && !(person.waitingRole && (methods.code || methods.passkey));
  if (fresh && next) throw redirect(next);
  const codeKindAsked = codeKind(new URL(request.url).searchParams.get("way"), methods);
  return { next, fresh, methods, codeKindAsked, email: person.email, ...(await connectedOffers(ctx, request)) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requirePerson(ctx, request);
  const { cookies } = ctx.runtime.port(authPort);
  const { intent, password = "", code = "", passkey = "" } = await textsOf(request);
  const methods = {
    passkey: () => confirmByPasskey(ctx, passkey, cookies.readChallenge(request.headers)),
    code: () => confirmByCode(ctx, code),
    password: () => confirmByPassword(ctx, password),
  };
  const confirmed = await (intent === "passkey" || intent === "code" ? methods[intent] : methods.password)();
  if (!confirmed.ok) return refusedForm(confirmed);
  const headers = withCookies([...confirmed.value.cookies, cookies.endChallenge()]);
  return redirect(nextOf(request) || "/confirm-identity", { headers });
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Confirm that it is you", matches);

const Confirmed = () => (
  <AuthPage title="It is you">
    <Notice tone="ok" live title="Confirmed for ten minutes.">
      <p>
        Close this tab, go back to the page you came from, and press its button again. What you typed is still there.
      </p>
    </Notice>
    <p className="swap">
      <Link to="/accountSettings">Account settings</Link>
    </p>
  </AuthPage>
);

const NoMethod = () => (
  <Notice tone="warn" className="mt-5">
    <p>
      You came in without a password. Sign out and in again: that confirms it for ten minutes.{" "}
      <Link to="/accountSettings">Account settings</Link>
    </p>
  </Notice>
);

export default function ConfirmIdentity({ loaderData, actionData }: Route.ComponentProps) {
  const { next, fresh, methods, codeKindAsked, email, offers, trouble } = loaderData;
  const answer: FormAnswer = actionData ?? {};
  const busy = useSent() !== undefined;
  if (fresh) return <Confirmed />;
  return (
    <AuthPage
      title="Confirm that it is you"
      lede="You are about to change something important. This keeps it safe when somebody else uses your open browser."
    >
      <RefusedMessage message={answer.message} />
      {!methods.password && !methods.code && !methods.passkey && !methods.backupCode && offers.length === 0 && (
        <NoMethod />
      )}
      <ProviderPart
        offers={offers}
        trouble={trouble}
        next={next || "/confirm-identity"}
        purpose="confirm"
        className="mt-7"
      />
      {methods.passkey && (
        <Form method="post" className="stack mt-7">
          <PasskeyButton purpose="confirm" block variant={methods.password || codeKindAsked ? "outline" : "primary"}>
            Use a passkey
          </PasskeyButton>
        </Form>
      )}
      {methods.password && (
        <Form method="post" className="stack mt-7 [--gap:20px]">
          <input type="hidden" name="intent" value="password" />
          <AccountName email={email} />
          <Field name="password" label="Password" error={answer.errors?.password}>
            <PasswordInput autoComplete="current-password" required autoFocus />
          </Field>
          <Button block busy={busy}>
            {busy ? "Checking" : "Confirm"}
          </Button>
        </Form>
      )}
      {methods.password && codeKindAsked && <Or>or with a code</Or>}
      {codeKindAsked && (
        <Form method="post" className="stack mt-5 [--gap:20px]">
          <input type="hidden" name="intent" value="code" />
          <CodeField kind={codeKindAsked} error={answer.errors?.code} autoFocus={!methods.password} />
          <Button block variant={methods.password ? "outline" : "primary"} busy={busy}>
            {busy ? "Checking" : "Confirm with the code"}
          </Button>
        </Form>
      )}
      <p className="swap">
        {methods.backupCode && codeKindAsked !== "backup" && (
          <>
            <Link to={withNext("/confirm-identity?way=backup", next)}>Use a backup code</Link> ·{" "}
          </>
        )}
        <Link to="/accountSettings">Do not change anything</Link>
      </p>
    </AuthPage>
  );
}
