import { formatUsd } from "#src/shared/money.ts";
import { LinkButton } from "#src/ui/button.tsx";
import { Notice } from "#src/ui/notice.tsx";
import type { ShownOrder } from "./order.server.ts";
import type { Saying } from "./order-texts.server.ts";
import { type Asks, Say, StepBox, StepForm, StepLink } from "./step-form.tsx";

type Props = { shown: ShownOrder; asks: Asks };
const keep = "Keep it as it is";

/** What cancelling gives back now, by which rule, and when it arrives; then the button that does it. */
const Cancel = ({ shown: { order, cancel }, asks }: Props) => {
  if (!cancel) return null;
  if (!cancel.allowed) return <Notice tone="warn" title={cancel.why} />;
  const money = formatUsd(cancel.refundCents);
  return (
    <StepBox title={`Cancel order ${order.number}?`}>
      <p className="lede">
        {cancel.refundCents > 0 ? `${money} goes back to you, ${cancel.percent}% of the price.` : "No money goes back."}
      </p>
      <p>{cancel.rule}</p>
      {cancel.arrival && <p className="soft">{cancel.arrival}</p>}
      <p className="soft">A cancelled order cannot be opened again.</p>
      <StepForm {...asks} action="cancel" variant="danger" back="Keep the order">
        <input type="hidden" name="refundSeenCents" value={cancel.refundCents} />
      </StepForm>
    </StepBox>
  );
};

const Revision = ({ shown, asks }: Props) => (
  <StepBox title="What should change?">
    <p className="soft">
      Name each point, best with the place in the text. The writer works on these points at no cost.
      {shown.changesUntil && ` You can ask until ${shown.changesUntil}.`}
    </p>
    <StepForm {...asks} action="request-revision" back={keep}>
      <Say
        action="request-revision"
        name="points"
        label="Points"
        hint="One point in each line reads best."
        refused={asks.refused}
      />
    </StepForm>
  </StepBox>
);

const Dispute = ({ asks }: Pick<Props, "asks">) => (
  <StepBox title="Open a dispute">
    <p className="soft">
      The office reads both sides and decides. No money moves until then. Often asking for a revision is quicker.
    </p>
    <StepForm {...asks} action="open-dispute" back={keep}>
      <Say action="open-dispute" name="reason" label="What is wrong" refused={asks.refused} />
      <Say
        action="open-dispute"
        name="outcome"
        label="What outcome you want"
        hint="For example a refund, another writer, or more time."
        refused={asks.refused}
      />
    </StepForm>
  </StepBox>
);

/** The question that the order waits for, as long as it can be answered. */
export const openQuestion = ({ actions, sayings }: ShownOrder): Saying | undefined =>
  actions.includes("answer") ? sayings.findLast(({ action }) => action === "hold") : undefined;

const Answer = ({ shown, asks }: Props) => {
  const question = openQuestion(shown);
  return (
    <StepBox title="The writer asks" waits>
      {question && (
        <p className="whitespace-pre-wrap wrap-anywhere font-serif text-[1.1875rem]/[1.8125rem]">{question.text}</p>
      )}
      <StepForm {...asks} action="answer">
        <Say action="answer" name="answer" label="Your answer" refused={asks.refused} />
      </StepForm>
    </StepBox>
  );
};

/** The step that the address asks for, and the question that waits for an answer. */
export const OpenStep = ({ shown, asks }: Props) => {
  if (shown.step === "cancel") return <Cancel shown={shown} asks={asks} />;
  if (shown.step === "request-revision") return <Revision shown={shown} asks={asks} />;
  if (shown.step === "open-dispute") return <Dispute asks={asks} />;
  return shown.actions.includes("answer") ? <Answer shown={shown} asks={asks} /> : null;
};

const Pay = ({ shown: { order, actions, step } }: Pick<Props, "shown">) => {
  const unpaid = order.status === "pending" || order.status === "quoted";
  if (!unpaid || order.priceCents === null || actions.includes("ask-quote") !== (order.status === "quoted"))
    return null;
  const announced = order.paymentStatus === "awaiting_confirmation";
  const verb = order.status === "quoted" ? "Accept and pay" : "Pay";
  return (
    <LinkButton variant={announced || step ? "outline" : "primary"} to={`/checkout/${order.id}`}>
      {announced ? "See the payment page" : `${verb} ${formatUsd(order.priceCents)}`}
    </LinkButton>
  );
};

/** What happens next and what the client can do now: exactly the steps that the order allows. */
export const NextSteps = ({ shown, asks }: Props) => {
  const { order, actions, step, changesUntil } = shown;
  const may = (action: (typeof actions)[number]) => actions.includes(action) && step !== action;
  const changes = actions.includes("request-revision") && changesUntil;
  return (
    <section className="decide no-print" aria-labelledby="next">
      <h2 className="t2" id="next">
        What happens next
      </h2>
      <p>{order.next}</p>
      {changes && <p className="small muted">{`You can ask for a revision until ${changesUntil}.`}</p>}
      <div className="row [--gap:12px]">
        <Pay shown={shown} />
        {may("complete") && <StepForm {...asks} action="complete" variant={step ? "outline" : "primary"} />}
        {may("ask-quote") && <StepForm {...asks} action="ask-quote" variant="outline" />}
        {may("request-revision") && <StepLink action="request-revision" />}
        {may("open-dispute") && <StepLink action="open-dispute" />}
        <LinkButton variant="outline" to={`/contact?order=${order.number}`}>
          Ask about this order
        </LinkButton>
        {may("cancel") && <StepLink action="cancel" danger />}
      </div>
    </section>
  );
};
