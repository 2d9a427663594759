import type { ReactNode } from "react";
import { formatUsd } from "#src/shared/money.ts";
import { LinkButton } from "#src/ui/button.tsx";
import { Confirm, ConfirmActions } from "#src/ui/confirm.tsx";
import { ChevronDown, Icon } from "#src/ui/icons.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { StepUp } from "#src/ui/step-up.tsx";
import type { DeskStep } from "../domain/step-form.ts";
import type { DeskOrder } from "./order.server.ts";
import { AssignForm, CancelForm, DecideForm, DeliverForm, TransferForm } from "./order-step-forms.tsx";
import { type Asks, refusedIn, Say, StepForm } from "./step-form.tsx";
import type { Refused } from "./take-desk-step.server.ts";

type Clock = { now: Date; zone: string };
export type StepProps = Asks & { shown: DeskOrder; clock: Clock };

/** The names of the steps on the desk; the verb of the button is in the form. */
const names: Readonly<Record<DeskStep, string>> = {
  assign: "Assign a writer",
  "accept-for-writer": "Accept in the office's name",
  "withdraw-offer": "Take the offer back",
  hold: "Ask the client and pause",
  deliver: "Deliver the work",
  "confirm-payment": "Confirm a bank transfer",
  "complete-unreached": "Finish without the client",
  "decide-complete": "Decide: the work stands",
  "decide-refund": "Decide: refund",
  "decide-resume": "Decide: the writer goes on",
  "decide-reassign": "Decide: another writer",
  "open-dispute": "Open a dispute",
  reassign: "Take it from the writer",
  cancel: "Cancel the order",
};

/** A step that unfolds in its place and keeps what is typed. */
const Unfold = ({ step, open, children }: { step: DeskStep; open: boolean; children: ReactNode }) => (
  <details className="unfold" open={open}>
    <summary>
      {names[step]}
      <Icon of={ChevronDown} />
    </summary>
    <div className="in">{children}</div>
  </details>
);

type SureProps = {
  step: DeskStep;
  title: string;
  variant?: "outline" | "danger";
  wide?: boolean;
  props: StepProps;
  children: ReactNode;
};

/** A step that takes something away: asked before it is taken. */
const Sure = ({ step, title, variant = "outline", wide, props: { refused, version }, children }: SureProps) => {
  const mine = refusedIn(refused, step);
  return (
    <Confirm
      key={`${step}-${version}`}
      label={names[step]}
      title={title}
      variant={variant}
      small
      wide={wide ?? false}
      startOpen={Boolean(mine && Object.keys(mine.errors).length > 0)}
    >
      {mine?.stepUp ? <StepUp /> : mine?.message && <Notice tone="bad" title={mine.message} />}
      {children}
    </Confirm>
  );
};

const keep = (button: ReactNode) => <ConfirmActions>{button}</ConfirmActions>;

const quiet: Readonly<Record<string, (props: StepProps) => ReactNode>> = {
  "accept-for-writer": (props) => (
    <StepForm {...props} step="accept-for-writer" label="Start the work" busyLabel="Starting">
      <Say
        {...props}
        step="accept-for-writer"
        name="reason"
        label="Reason"
        hint="Why the office answers for the writer."
      />
    </StepForm>
  ),
  hold: (props) => (
    <StepForm {...props} step="hold" label="Ask and pause">
      <Say
        {...props}
        step="hold"
        name="question"
        label="Question for the client"
        hint="The clock stands until the answer, and the deadline moves by that time."
      />
    </StepForm>
  ),
  deliver: (props) => <DeliverForm {...props} />,
  "confirm-payment": (props) => <TransferForm {...props} />,
  "complete-unreached": (props) => (
    <StepForm {...props} step="complete-unreached" label="Finish the order" busyLabel="Finishing">
      <Say
        {...props}
        step="complete-unreached"
        name="reason"
        label="Reason"
        hint="What was tried to reach the client."
      />
    </StepForm>
  ),
  "decide-complete": (props) => <DecideForm {...props} step="decide-complete" />,
  "decide-refund": (props) => <DecideForm {...props} step="decide-refund" />,
  "decide-resume": (props) => <DecideForm {...props} step="decide-resume" />,
  "decide-reassign": (props) => <DecideForm {...props} step="decide-reassign" />,
  "open-dispute": (props) => (
    <StepForm {...props} step="open-dispute" label="Open the dispute" busyLabel="Opening">
      <Say {...props} step="open-dispute" name="reason" label="Reason" />
      <Say {...props} step="open-dispute" name="outcome" label="Wanted outcome" rows={2} />
    </StepForm>
  ),
};

const taking: Readonly<Record<string, (props: StepProps) => ReactNode>> = {
  "withdraw-offer": (props) => (
    <Sure step="withdraw-offer" title="Take the offer back?" props={props}>
      <p className="soft">{`${props.shown.order.writerName ?? "The writer"} loses the offer, and you can ask somebody else.`}</p>
      <StepForm {...props} step="withdraw-offer" label="Take it back" actions={keep} />
    </Sure>
  ),
  reassign: (props) => (
    <Sure step="reassign" title="Take the order from its writer?" props={props}>
      <p className="soft">It stands without a writer again, and you choose another one.</p>
      <StepForm {...props} step="reassign" label="Take it from the writer" actions={keep}>
        <Say {...props} step="reassign" name="reason" label="Reason" hint="The client does not read it." />
      </StepForm>
    </Sure>
  ),
  cancel: (props) => (
    <Sure step="cancel" title={`Cancel order ${props.shown.order.number}?`} variant="danger" wide props={props}>
      <CancelForm {...props} keep={keep} />
    </Sure>
  ),
};

const ended: readonly string[] = ["cancelled", "refunded"];

const QuoteLink = ({ shown: { order, quotable, quote } }: { shown: DeskOrder }) =>
  quotable ? (
    <div className="step-open">
      {quote && order.priceCents !== null && (
        <p className="soft mb-3">{`The quote of ${formatUsd(quote.cents)} waits for the client.`}</p>
      )}
      <LinkButton small variant={quote ? "outline" : "primary"} to={`/admin/custom-orders?order=${order.id}`}>
        {quote ? "Write a new quote" : "Write a quote"}
      </LinkButton>
    </div>
  ) : null;

/** What happens next, and exactly the steps that the table of an order's life allows now. */
export const StepsPanel = ({
  shown,
  clock,
  refused,
}: {
  shown: DeskOrder;
  clock: Clock;
  refused: Refused | undefined;
}) => {
  const { steps, next, order, quotable } = shown;
  const props: StepProps = { shown, clock, refused, version: order.version };
  const unfolding = steps.filter((step) => step in quiet);
  const asked = steps.filter((step) => step in taking);
  const none = steps.length === 0 && !quotable;
  return (
    <section className="panel" aria-labelledby="steps">
      <div className="panel-head">
        <h2 className="t3" id="steps">
          What happens next
        </h2>
      </div>
      <p className="px-5 pb-4 soft">
        {next}
        {none && !ended.includes(order.status) && " No step is open to the office now."}
      </p>
      <QuoteLink shown={shown} />
      {steps.includes("assign") && (
        <div className="step-open">
          <AssignForm {...props} />
        </div>
      )}
      {unfolding.map((step) => (
        <Unfold key={`${step}-${order.version}`} step={step} open={refusedIn(refused, step) !== undefined}>
          {quiet[step]?.(props)}
        </Unfold>
      ))}
      {asked.length > 0 && (
        <div className="unfold row items-start px-5 py-4 [--gap:12px]">
          {asked.map((step) => (
            <div key={step}>{taking[step]?.(props)}</div>
          ))}
        </div>
      )}
    </section>
  );
};
