import { Link } from "react-router";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { redirectWithFlash } from "#src/platform/flash.ts";
import { refusedForm, textsOf } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { Button } from "#src/ui/button.tsx";
import { Field } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Input } from "#src/ui/inputs.tsx";
import { useMended } from "#src/ui/use-mended.ts";
import { changeEmail, requireFresh, requirePerson } from "../../index.server.ts";
import type { Route } from "./+types/email.ts";
import { Answer, Part, useSending } from "./part.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const { email } = requireFresh(ctx, request);
  return { email };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requirePerson(ctx, request);
  const { email = "" } = await textsOf(request);
  const asked = await changeEmail(ctx, { email });
  return asked.ok ? redirectWithFlash("/accountSettings", "email-asked") : refusedForm(asked, { email });
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Change your e-mail", matches);

export default function ChangeEmail({ loaderData: { email }, actionData }: Route.ComponentProps) {
  const busy = useSending();
  const { answer, since, onInput } = useMended(actionData);
  return (
    <Part
      title="Change your e-mail"
      back={{ to: "/accountSettings", label: "Profile" }}
      lede={
        <>
          Now it is <b className="wrap-anywhere">{email}</b>. We send an e-mail to this one and an e-mail to the new
          one. The change happens when you confirmed both, in any order.
        </>
      }
    >
      <Answer answer={answer} since={since} labels={{ email: "New e-mail" }} />
      <Form method="post" className="stack [--gap:20px]" noValidate onInput={onInput}>
        <Field name="email" label="New e-mail" error={answer?.errors?.email}>
          <Input
            type="email"
            autoComplete="email"
            required
            maxLength={254}
            defaultValue={actionData?.values?.email}
            autoFocus
          />
        </Field>
        <div className="row [--gap:12px]">
          <Button busy={busy}>{busy ? "Sending" : "Send the two e-mails"}</Button>
          <Link className="btn btn-quiet" to="/accountSettings">
            Keep the old e-mail
          </Link>
        </div>
      </Form>
      <p className="small muted mt-6">
        After the change, the old e-mail can take it back for 72 hours. Connected Google and Apple accounts stay.
      </p>
    </Part>
  );
}
