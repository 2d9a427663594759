import { useEffect } from "react";
import { data, Form } from "react-router";
import { siteSetting } from "#src/modules/site/index.server.ts";
import { refusedForm, textsOf } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { Button } from "#src/ui/button.tsx";
import { FieldGroup } from "#src/ui/field.tsx";
import { changeLook, requirePerson } from "../../index.server.ts";
import { type FormAnswer, withCookies } from "../answers.server.ts";
import { tabTitle } from "../auth-page.tsx";
import type { Route } from "./+types/look.ts";
import { LookChoices } from "./look-choices.tsx";
import { Answer, Part, useSending } from "./part.tsx";

/** The look of this browser, which may differ from the one that new browsers get. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  requirePerson(ctx, request);
  return { shop: (await ctx.runtime.settings.get(siteSetting)).name, look: ctx.look };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requirePerson(ctx, request);
  const { look = "" } = await textsOf(request);
  const changed = await changeLook(ctx, { look });
  if (!changed.ok) return refusedForm(changed);
  const saved: FormAnswer = { saved: true, values: { look } };
  return data(saved, { headers: withCookies([changed.value.cookie]) });
}

export const meta: Route.MetaFunction = ({ loaderData }) => tabTitle("Look", loaderData?.shop);

/** The server's answer set the cookie; this page follows without being loaded again. */
const show = (look: string): void => {
  const { dataset } = document.documentElement;
  if (look === "system") delete dataset.theme;
  else dataset.theme = look;
};

export default function Look({ loaderData: { look }, actionData }: Route.ComponentProps) {
  const busy = useSending();
  const answer: FormAnswer | undefined = actionData;
  const chosen = answer?.values?.look ?? look;
  useEffect(() => {
    if (answer?.saved) show(chosen);
  }, [answer, chosen]);
  return (
    <Part title="Look" lede="Light or dark pages. New browsers get the same when you sign in.">
      <Answer answer={answer} labels={{ look: "Look" }} />
      <Form method="post" className="stack [--gap:28px]">
        <FieldGroup name="look" label="Pages are" error={actionData?.errors?.look}>
          <LookChoices look={chosen} />
        </FieldGroup>
        <div>
          <Button busy={busy}>{busy ? "Saving" : "Save changes"}</Button>
        </div>
      </Form>
    </Part>
  );
}
