import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import { useMended } from "#src/ui/use-mended.ts";
import { leastFor, mySignIns, requireFresh, requirePerson } from "../../index.server.ts";
import type { Route } from "./+types/password.ts";
import { Answer, Part } from "./part.tsx";
import { PasswordForm } from "./password-form.tsx";
import { savePassword } from "./sign-in.server.ts";

const signIn = "/accountSettings/sign-in";

/** Who has a password types it, which proves more than a fresh sign-in; a first one needs that. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requirePerson(ctx, request);
  const { password } = orPage(await mySignIns(ctx, {}), request);
  if (!password) requireFresh(ctx, request);
  return {
    first: password === null,
    least: await leastFor(ctx.runtime.db, person.id),
    person: { name: person.name, email: person.email },
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requirePerson(ctx, request);
  return savePassword(ctx, await request.formData());
}

const titleOf = (first: boolean | undefined): string => (first ? "Set a password" : "Change your password");

export const meta: Route.MetaFunction = ({ loaderData, matches }) => tabTitle(titleOf(loaderData?.first), matches);

export default function ChangePassword({ loaderData: { first, least, person }, actionData }: Route.ComponentProps) {
  const mended = useMended(actionData);
  return (
    <Part
      title={titleOf(first)}
      back={{ to: signIn, label: "Sign-in and security" }}
      lede="You stay signed in here. Every other browser is signed out, and we tell you by e-mail."
    >
      <Answer
        answer={mended.answer}
        since={mended.since}
        labels={{ current: "Current password", password: "New password" }}
      />
      <PasswordForm
        person={person}
        least={least}
        first={first}
        answer={mended.answer}
        onInput={mended.onInput}
        back={signIn}
      />
      {!first && (
        <p className="small muted mt-6">
          You do not know your current password? Sign out, then choose “Forgot your password?” on the sign-in page.
        </p>
      )}
    </Part>
  );
}
