import { redirect } from "react-router";
import { requirePerson } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { refusedForm, textsOf } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage, pageOf } from "#src/platform/respond.ts";
import { Button, LinkButton } from "#src/ui/button.tsx";
import { Field, FieldGroup } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Textarea } from "#src/ui/inputs.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { RadioList } from "#src/ui/radio-lists.tsx";
import { PageHead } from "#src/ui/reading.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import { longestRating, ratingLabels, ratingValues } from "../domain/rating.ts";
import { type MyRating, myRating, rateChat } from "../index.server.ts";
import type { Route } from "./+types/rate.ts";

export async function loader({ context, request, params: { ratingId } }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  requirePerson(ctx, request);
  return { asked: orPage(await myRating(ctx, { ratingId }), request) };
}

export async function action({ context, request, params: { ratingId } }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requirePerson(ctx, request);
  const { rating = "", comment = "" } = await textsOf(request);
  const taken = await rateChat(ctx, { ratingId, rating, comment });
  if (!taken.ok) return refusedForm(taken, { rating, comment });
  return redirect(pageOf(request), 303);
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Your conversation with support", matches);

const Answered = ({ asked: { rating, comment } }: { asked: MyRating }) => (
  <Notice tone="ok" live title="Thank you. Support reads it.">
    <p>{`You said: ${rating ? ratingLabels[rating] : ""}.`}</p>
    {comment && <p className="brief-text">{comment}</p>}
  </Notice>
);

type Refused = Route.ComponentProps["actionData"];

const choices = ratingValues.map((value) => ({ value, label: ratingLabels[value] }));

const RateForm = ({ refused }: { refused: Refused }) => {
  const busy = useSent() !== undefined;
  return (
    <Form method="post" className="stack [--gap:24px]">
      {refused?.message && <Notice tone="bad" live title={refused.message} />}
      <FieldGroup name="rating" label="How was it?" error={refused?.errors.rating}>
        <RadioList choices={choices} {...(refused?.values.rating && { defaultValue: refused.values.rating })} />
      </FieldGroup>
      <Field
        name="comment"
        label="What should we know?"
        hint="You can leave it empty. Only Support reads it."
        error={refused?.errors.comment}
      >
        <Textarea rows={4} maxLength={longestRating} defaultValue={refused?.values.comment} />
      </Field>
      <div>
        <Button busy={busy}>{busy ? "Sending" : "Send"}</Button>
      </div>
    </Form>
  );
};

/** How a closed conversation with Support was: asked once, answered once. */
export default function Rate({ loaderData: { asked }, actionData }: Route.ComponentProps) {
  return (
    <main id="main" className="wrap py-12">
      <PageHead title="Your conversation with support" size="d3" />
      <div className="stack [--gap:24px] max-w-160">
        {asked.rating ? <Answered asked={asked} /> : <RateForm refused={actionData} />}
        <div>
          <LinkButton to="/dashboard" variant="quiet" small>
            Go to your orders
          </LinkButton>
        </div>
      </div>
    </main>
  );
}
