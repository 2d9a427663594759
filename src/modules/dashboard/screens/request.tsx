import { redirect } from "react-router";
import { requireFactor, requirePerson } from "#src/modules/accounts/index.server.ts";
import { appealRequest } from "#src/modules/chat/index.server.ts";
import { tabTitle, useFrame } from "#src/modules/operator/index.screens.ts";
import { withdrawRequest } from "#src/modules/orders/index.server.ts";
import { refusedForm, textsOf } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import type { RefusedForm } from "#src/shared/outcome.ts";
import { Button, LinkButton } from "#src/ui/button.tsx";
import { EndingActs, EndingHead, type NextMoment, NextMoments } from "#src/ui/ending.tsx";
import { Field } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Textarea } from "#src/ui/inputs.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { BreakdownTotal, PriceBreakdown } from "#src/ui/price-breakdown.tsx";
import { QuotedText } from "#src/ui/reading.tsx";
import { Status } from "#src/ui/status.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import type { Route } from "./+types/request.ts";
import { type ShownRequest, shownRequest } from "./request.server.ts";

export const handle = { footer: true };

export async function loader({ context, request, params: { requestId } }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  requireFactor(requirePerson(ctx, request), request);
  return { shown: await shownRequest(ctx, request, requestId) };
}

/** The client takes the request back, or asks for another person after a refusal. */
export async function action({ context, request, params: { requestId } }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireFactor(requirePerson(ctx, request), request);
  const { step, text = "" } = await textsOf(request);
  if (step === "appeal") {
    const sent = await appealRequest(ctx, { requestId, text });
    return sent.ok ? redirect(`/dashboard/requests/${requestId}`, 303) : refusedForm(sent, { text }, { step });
  }
  const taken = await withdrawRequest(ctx, { requestId });
  return taken.ok ? redirect(`/dashboard/requests/${requestId}`, 303) : refusedForm(taken);
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Your request", matches);

type Head = { status: string; tone: "warn" | "off" | "you"; title: string; lede: string };

const headOf = ({ state, until, keptFor }: ShownRequest, email: string): Head => {
  if (state === "waiting")
    return {
      ...{ status: "A person reads it", tone: "warn" },
      title: "A person reads your request first",
      lede: `Nothing is ordered yet, and nothing is charged. We write to ${email}, at the latest on ${until}.`,
    };
  if (state === "accepted")
    return {
      ...{ status: "Accepted", tone: "you" },
      title: "We accept your request. Choose a later deadline",
      lede: "A person read it, and we can do this work. Your deadline is too near now. Choose a later one, look at the new total, then place the order.",
    };
  if (state === "refused")
    return {
      ...{ status: "Not accepted", tone: "off" },
      title: "We cannot do this work",
      lede: "A person read your request. Nothing was ordered, and nothing was charged.",
    };
  if (state === "expired")
    return {
      ...{ status: "Ended", tone: "off" },
      title: "We did not read your request in time",
      lede: "We are sorry. Nothing was ordered, and nothing was charged. What you typed is here: you can send it again.",
    };
  return {
    ...{ status: "Withdrawn", tone: "off" },
    title: "You withdrew your request",
    lede: `Nothing was ordered, and nothing was charged. What you typed is here for ${keptFor}.`,
  };
};

const momentsOf = ({ until, totalCents }: ShownRequest): NextMoment[] => [
  {
    when: "Now",
    title: "A person reads the sentence below",
    text: "Our automatic check was not sure what you mean. Most such requests are fine.",
  },
  {
    when: until,
    whenMore: "at the latest",
    title: "You get an answer",
    text: "By e-mail and here. If nobody answered by then, the request ends and costs nothing.",
  },
  totalCents === null
    ? {
        when: "Then",
        title: "You get a price",
        text: "If we accept it, we send you a price. You pay nothing before that.",
      }
    : {
        when: "Then",
        title: "You pay, and the work starts",
        text: "If we accept it, your order waits for payment at this total.",
      },
];

const Sentence = ({ sentence }: Pick<ShownRequest, "sentence">) => (
  <section aria-labelledby="found">
    <h2 className="t2 mb-3" id="found">
      The sentence that a person reads
    </h2>
    <QuotedText>{sentence}</QuotedText>
  </section>
);

const Waiting = ({ shown, message }: { shown: ShownRequest; message: string | undefined }) => {
  const busy = useSent() !== undefined;
  return (
    <>
      <NextMoments moments={momentsOf(shown)} />
      <Sentence sentence={shown.sentence} />
      {message && (
        <Notice tone="bad" live>
          {message}
        </Notice>
      )}
      <Form method="post">
        <p className="small muted mb-3">
          Do you want to change it? Withdraw it. Then the form opens again with what you typed.
        </p>
        <Button variant="outline" busy={busy}>
          Withdraw the request
        </Button>
      </Form>
    </>
  );
};

type Refused = RefusedForm | undefined;

/** Another person looks at a refusal: the form, or what became of it. */
const Appeal = ({ shown: { appeal, appealWithin }, refused }: { shown: ShownRequest; refused: Refused }) => {
  const busy = useSent() !== undefined;
  return (
    <section aria-labelledby="appeal">
      <h2 className="t2 mb-3" id="appeal">
        {appeal ? "Your appeal" : "Do you think that we are wrong?"}
      </h2>
      {appeal ? (
        <>
          <QuotedText>{appeal.text}</QuotedText>
          {appeal.answer === null ? (
            <p className="soft mt-3">{`Sent ${appeal.sent}. Another person answers by e-mail, at the latest on ${appeal.by}.`}</p>
          ) : (
            <>
              <h3 className="t3 mt-4 mb-1">Our answer to it</h3>
              <p className="whitespace-pre-wrap wrap-anywhere">{appeal.answer}</p>
            </>
          )}
        </>
      ) : (
        <Form method="post" className="stack [--gap:16px]">
          <input type="hidden" name="step" value="appeal" />
          <Field
            name="text"
            label="Why should we look again?"
            hint={`A person who did not decide before reads it, and answers within ${appealWithin}. You can do this once.`}
            error={refused?.errors.text}
          >
            <Textarea rows={4} maxLength={10_000} defaultValue={refused?.values.text} />
          </Field>
          {refused?.message && (
            <Notice tone="bad" live>
              {refused.message}
            </Notice>
          )}
          <div>
            <Button variant="outline" busy={busy}>
              Ask another person
            </Button>
          </div>
        </Form>
      )}
    </section>
  );
};

const Ended = ({ shown, refused }: { shown: ShownRequest; refused: Refused }) => {
  const { state, answer, form, sentence } = shown;
  return (
    <>
      {answer && (
        <section aria-labelledby="answer">
          <h2 className="t2 mb-3" id="answer">
            Our answer
          </h2>
          <p className="whitespace-pre-wrap wrap-anywhere">{answer}</p>
        </section>
      )}
      {state === "refused" && <Sentence sentence={sentence} />}
      <EndingActs>
        {state === "refused" && <LinkButton to="/quizzesorder">Price a practice paper</LinkButton>}
        <LinkButton variant={state === "refused" ? "outline" : "primary"} to={form}>
          {state === "accepted" ? "Choose a later deadline" : "Open the form with what you typed"}
        </LinkButton>
      </EndingActs>
      {state === "refused" && <Appeal shown={shown} refused={refused} />}
    </>
  );
};

const Slip = ({ shown: { title, totalCents, sent, state, until } }: { shown: ShownRequest }) => (
  <PriceBreakdown aside="Not ordered yet">
    <dl className="lines">
      <div>
        <dt>Work</dt>
        <dd className="why wrap-anywhere">{title}</dd>
      </div>
      <div>
        <dt>Sent</dt>
        <dd className="amt">{sent}</dd>
      </div>
    </dl>
    {totalCents !== null && state === "waiting" && (
      <>
        <BreakdownTotal cents={totalCents} />
        <p className="small muted mt-3">{`This total is kept until ${until}.`}</p>
      </>
    )}
  </PriceBreakdown>
);

/** What becomes of an order form that a person reads before it is an order. */
export default function RequestPage({ loaderData: { shown }, actionData }: Route.ComponentProps) {
  const { status, tone, title, lede } = headOf(shown, useFrame()?.person?.email ?? "you");
  return (
    <main id="main" className="wrap order">
      <EndingHead
        status={
          <Status shape={shown.state === "waiting" ? "dashed" : "ring"} tone={tone}>
            {status}
          </Status>
        }
        title={title}
        lede={lede}
      />
      <div className="split-form mt-10">
        <div className="stack [--gap:48px]">
          {shown.state === "waiting" ? (
            <Waiting shown={shown} message={actionData?.message} />
          ) : (
            <Ended shown={shown} refused={actionData} />
          )}
        </div>
        <aside aria-label="Your request">
          <Slip shown={shown} />
        </aside>
      </div>
    </main>
  );
}
