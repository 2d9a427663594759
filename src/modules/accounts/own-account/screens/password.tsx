import { Form, Link, redirect } from "react-router";
import { siteSetting } from "#src/modules/site/index.server.ts";
import { refusedForm, textsOf } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import { Button } from "#src/ui/button.tsx";
import { Field } from "#src/ui/field.tsx";
import { PasswordInput } from "#src/ui/password-input.tsx";
import { changePassword, leastFor, mySignIns, requireFresh, requirePerson } from "../../index.server.ts";
import { withCookies } from "../../screens/answers.server.ts";
import { tabTitle } from "../../screens/auth-page.tsx";
import { AccountName, NewPasswordField } from "../../sign-in/screens/new-password-field.tsx";
import type { Route } from "./+types/password.ts";
import { Answer, Part, useSending } from "./part.tsx";

/** Who has a password types it, which proves more than a fresh sign-in; a first one needs that. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requirePerson(ctx, request);
  const { password } = orPage(await mySignIns(ctx, {}), request);
  if (!password) requireFresh(ctx, request);
  return {
    shop: (await ctx.runtime.settings.get(siteSetting)).name,
    first: password === null,
    least: await leastFor(ctx.runtime.db, person.id),
    person: { name: person.name, email: person.email },
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requirePerson(ctx, request);
  const { current, password = "" } = await textsOf(request);
  const changed = await changePassword(ctx, { current, password });
  if (!changed.ok) return refusedForm(changed);
  return redirect("/accountSettings/sign-in?saved=password", { headers: withCookies(changed.value.cookies) });
}

const titleOf = (first: boolean | undefined): string => (first ? "Set a password" : "Change your password");

export const meta: Route.MetaFunction = ({ loaderData }) => tabTitle(titleOf(loaderData?.first), loaderData?.shop);

export default function ChangePassword({ loaderData: { first, least, person }, actionData }: Route.ComponentProps) {
  const busy = useSending();
  const errors = actionData?.errors;
  return (
    <Part
      title={titleOf(first)}
      back={{ to: "/accountSettings/sign-in", label: "Sign-in" }}
      lede="You stay signed in here. Every other browser is signed out, and we tell you by mail."
    >
      <Answer answer={actionData} labels={{ current: "Current password", password: "New password" }} />
      <Form method="post" className="stack [--gap:20px]" noValidate>
        <AccountName email={person.email} />
        {!first && (
          <Field name="current" label="Current password" error={errors?.current}>
            <PasswordInput autoComplete="current-password" required />
          </Field>
        )}
        <NewPasswordField label="New password" person={person} least={least} error={errors?.password} />
        <div className="row [--gap:12px]">
          <Button busy={busy}>{busy ? "Saving" : "Save the new password"}</Button>
          <Link className="btn btn-quiet" to="/accountSettings/sign-in">
            Keep the old password
          </Link>
        </div>
      </Form>
      {!first && (
        <p className="small muted mt-6">
          You do not know your current password? Sign out, then choose “Forgot your password?” on the sign-in page.
        </p>
      )}
    </Part>
  );
}
