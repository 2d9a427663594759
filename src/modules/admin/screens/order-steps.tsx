import type { ReactNode } from "react";
import { Link, useNavigation } from "react-router";
import type { ShownForm } from "#src/modules/orders/index.ts";
import { formatUsd } from "#src/shared/money.ts";
import { Button, LinkButton } from "#src/ui/button.tsx";
import { Confirm, ConfirmActions } from "#src/ui/confirm.tsx";
import { ChevronDown, Icon } from "#src/ui/icons.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { StepUp } from "#src/ui/step-up.tsx";
import type { OrderPageData } from "./order.server.ts";
import { Fields, type StepProps } from "./order-fields.tsx";
import { refusedIn, StepForm } from "./step-form.tsx";
import type { Refused } from "./take-order-step.server.ts";

type Props = StepProps & { form: ShownForm };

/** The form of an action as its row of the table describes it. */
const ActionForm = ({ form, actions, ...props }: Props & { actions?: (button: ReactNode) => ReactNode }) => {
  const { action: step, intro, fields, send, busy, tone } = form;
  return (
    <StepForm
      {...props}
      step={step}
      label={send}
      busyLabel={busy}
      variant={tone === "danger" ? "danger" : "primary"}
      actions={fields.some(({ kind }) => kind === "work") ? () => <HandOverButtons step={step} /> : actions}
    >
      {intro && <p className="soft">{intro}</p>}
      <Fields {...props} step={step} fields={fields} />
    </StepForm>
  );
};

/** Two ways to hand over, each with what it does; the pressed button says which. */
const HandOverButtons = ({ step }: { step: string }) => {
  const sent = useNavigation().formData;
  const busy = (way: string) => sent?.get("step") === step && sent.has(`${step}.${way}`);
  const ways = [
    { way: "draft", label: "Send a draft", does: "The client may read it, and the work goes on." },
    { way: "final", label: "Deliver the finished work", does: "The client's time to read it starts." },
  ] as const;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {ways.map(({ way, label, does }) => (
        <div key={way}>
          <Button
            small
            name={`${step}.${way}`}
            value="on"
            variant={way === "final" ? "primary" : "outline"}
            busy={busy(way)}
          >
            {label}
          </Button>
          <p className="small muted mt-2">{does}</p>
        </div>
      ))}
    </div>
  );
};

/** A form that stands open; without a writer to choose it says what to do instead. */
const Open = (props: Props) => {
  const { writers } = props.shown;
  const needsWriter = props.form.fields.some(({ kind }) => kind === "writer");
  if (!needsWriter || writers.some(({ hasCapacity }) => hasCapacity)) return <ActionForm {...props} />;
  return (
    <Notice tone="warn" title={writers.length === 0 ? "There is no active writer yet." : "No writer has room now."}>
      <p>
        {writers.length === 0 ? (
          "Open the page of an account under People, and give it the role of writer."
        ) : (
          <>
            Wait until an order is delivered, or give <Link to="/admin/writers">a writer</Link> more room.
          </>
        )}
      </p>
    </Notice>
  );
};

/** A form that unfolds in its place and keeps what is typed. */
const Unfold = (props: Props) => (
  <details className="unfold" open={refusedIn(props.refused, props.form.action) !== undefined}>
    <summary>
      {props.form.label}
      <Icon of={ChevronDown} />
    </summary>
    <div className="in">
      <ActionForm {...props} />
    </div>
  </details>
);

/** An action that takes something away: asked before it is taken. */
const Sure = (props: Props) => {
  const { form, refused, version } = props;
  const { action, label, title, tone } = form;
  const mine = refusedIn(refused, action);
  return (
    <Confirm
      key={`${action}-${version}`}
      label={label}
      title={title}
      variant={tone === "danger" ? "danger" : "outline"}
      small
      wide={tone === "danger"}
      startOpen={Boolean(mine && Object.keys(mine.errors).length > 0)}
    >
      {mine?.stepUp ? <StepUp /> : mine?.message && <Notice tone="bad" title={mine.message} />}
      <ActionForm {...props} actions={(button) => <ConfirmActions>{button}</ConfirmActions>} />
    </Confirm>
  );
};

const ended: readonly string[] = ["cancelled", "refunded"];

const QuoteLink = ({ shown: { order, quotable, quote } }: { shown: OrderPageData }) =>
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

type PanelProps = Omit<StepProps, "version" | "refused"> & { refused: Refused | undefined };

/** What happens next, and exactly the actions that the table of an order's life allows now. */
export const StepsPanel = ({ shown, clock, refused }: PanelProps) => {
  const { forms, next, order, quotable } = shown;
  const props: StepProps = { shown, clock, refused, version: order.version };
  const asked = forms.filter(({ opens }) => opens === "asked");
  const none = forms.length === 0 && !quotable;
  return (
    <section className="panel" aria-labelledby="steps">
      <div className="panel-head">
        <h2 className="t3" id="steps">
          What happens next
        </h2>
      </div>
      <p className="px-5 pb-4 soft">
        {next}
        {none && !ended.includes(order.status) && " There is nothing to do for an admin now."}
      </p>
      <QuoteLink shown={shown} />
      {forms.map((form) =>
        form.opens === "folded" ? (
          <Unfold key={`${form.action}-${order.version}`} {...props} form={form} />
        ) : (
          form.opens !== "asked" && (
            <div key={form.action} className="step-open">
              <Open {...props} form={form} />
            </div>
          )
        ),
      )}
      {asked.length > 0 && (
        <div className="unfold row items-start px-5 py-4 [--gap:12px]">
          {asked.map((form) => (
            <div key={form.action}>
              <Sure {...props} form={form} />
            </div>
          ))}
        </div>
      )}
    </section>
  );
};
