import { useEffect } from "react";
import { data } from "react-router";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { refusedForm, textsOf } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { Button } from "#src/ui/button.tsx";
import { FieldGroup } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { changeTheme, requirePerson } from "../../index.server.ts";
import { type FormAnswer, withCookies } from "../../screens/answers.server.ts";
import type { Route } from "./+types/theme.ts";
import { Answer, Part, useSending } from "./part.tsx";
import { SetRow } from "./set-parts.tsx";
import { ThemeChoices } from "./theme-choices.tsx";

/** The theme of this browser, which may differ from the one that new browsers get. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  requirePerson(ctx, request);
  return { theme: ctx.theme };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requirePerson(ctx, request);
  const { theme = "" } = await textsOf(request);
  const changed = await changeTheme(ctx, { theme });
  if (!changed.ok) return refusedForm(changed);
  const saved: FormAnswer = { saved: true, values: { theme } };
  return data(saved, { headers: withCookies([changed.value.cookie]) });
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Appearance", matches);

/** The server's answer set the cookie; this page follows without being loaded again. */
const show = (theme: string): void => {
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset.theme;
  else dataset.theme = theme;
};

export default function Theme({ loaderData: { theme }, actionData }: Route.ComponentProps) {
  const busy = useSending();
  const answer: FormAnswer | undefined = actionData;
  const chosen = answer?.values?.theme ?? theme;
  useEffect(() => {
    if (answer?.saved) show(chosen);
  }, [answer, chosen]);
  return (
    <Part title="Appearance" lede="Light or dark pages. New browsers get the same when you sign in.">
      <Answer answer={answer} labels={{ theme: "Appearance" }} />
      <SetRow id="pages" title="Pages" says="Day or night, or what your device says.">
        <Form method="post" className="stack [--gap:28px]">
          <FieldGroup name="theme" label="Pages are" error={actionData?.errors?.theme}>
            <ThemeChoices theme={chosen} />
          </FieldGroup>
          <div>
            <Button busy={busy}>{busy ? "Saving" : "Save changes"}</Button>
          </div>
        </Form>
      </SetRow>
    </Part>
  );
}
