import { Link } from "react-router";
import type { Action, ShownForm } from "#src/modules/orders/index.ts";
import { formatUsd } from "#src/shared/money.ts";
import { shortTime } from "#src/shared/time-labels.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { LinkButton } from "#src/ui/button.tsx";
import { ChevronDown, Eye, Icon, TriangleAlert } from "#src/ui/icons.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { isDecideStep } from "../../domain/decide-steps.ts";
import { type GoingBack, nextActor } from "../../domain/next-actor.ts";
import type { OrderPageData } from "./order.server.ts";
import { ClockPart } from "./order-clock.tsx";
import type { StepProps } from "./order-fields.tsx";
import { ActionForm, SureStep } from "./order-steps.tsx";
import { refusedIn } from "./step-form.tsx";
import type { Refused } from "./submit-order-step.server.ts";

type Props = StepProps & { form: ShownForm };

/** Without a writer to choose, the step says what to do instead. */
const NoWriter = ({ shown: { writers } }: Props) => (
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

const OpenStep = (props: Props) => {
  const needsWriter = props.form.fields.some(({ kind }) => kind === "writer");
  const can = !needsWriter || props.shown.writers.some(({ hasCapacity }) => hasCapacity);
  return <div className="instep">{can ? <ActionForm {...props} /> : <NoWriter {...props} />}</div>;
};

/** A step that opens in the card, under its own button. */
const FoldedStep = ({ main, ...props }: Props & { main: boolean }) => (
  <details className="turn-step" name="turn-step" open={refusedIn(props.refused, props.form.action) !== undefined}>
    <summary className={main ? "btn btn-primary btn-sm" : "btn btn-outline btn-sm"}>{props.form.label}</summary>
    <div className="instep">
      <ActionForm {...props} />
    </div>
  </details>
);

/** What comes first in this state: the step that the waiting person waits for. */
const first: readonly Action[] = ["assign", "answer-for-client", "end-pause", "confirm-payment"];

/** What a state asks for stands as buttons; the rest of the table's steps is one press away, the red ones last. */
const Steps = (props: StepProps) => {
  const { quotable, quote, order } = props.shown;
  // The card of the dispute asks for decisions.
  const forms = props.shown.forms.filter(({ action }) => !isDecideStep(action));
  const asksFor = forms.filter(
    ({ opens, action }) => opens === "open" || (opens !== "asked" && first.includes(action)),
  );
  // Where a state asks for nothing of its own, the table's steps are the choice.
  const open = asksFor.length > 0 || quotable ? asksFor : forms.filter(({ opens }) => opens !== "asked");
  const rest = forms.filter((form) => !open.includes(form));
  const folded = rest.filter(({ opens }) => opens !== "asked");
  const asked = rest.filter(({ opens }) => opens === "asked");
  const refusedRest = folded.some(({ action }) => refusedIn(props.refused, action));
  return (
    <>
      {open
        .filter(({ opens }) => opens === "open")
        .map((form) => (
          <OpenStep key={`${form.action}-${order.version}`} {...props} form={form} />
        ))}
      <div className="turn-acts">
        {quotable && (
          <LinkButton small variant={quote ? "outline" : "primary"} to={`/admin/custom-orders?order=${order.id}`}>
            {quote && order.priceCents !== null ? `Write a new quote, now ${formatUsd(quote.cents)}` : "Write a quote"}
          </LinkButton>
        )}
        {open
          .filter(({ opens }) => opens !== "open")
          .map((form, at) => (
            <FoldedStep
              key={`${form.action}-${order.version}`}
              {...props}
              form={form}
              main={at === 0 && asksFor.length > 0}
            />
          ))}
        {rest.length > 0 && (
          <details className="other-steps" open={refusedRest || undefined}>
            <summary className="btn btn-quiet btn-sm">
              Other steps
              <Icon of={ChevronDown} />
            </summary>
            <div className="other-in">
              {folded.map((form) => (
                <FoldedStep key={`${form.action}-${order.version}`} {...props} form={form} main={false} />
              ))}
              {asked.map((form) => (
                <SureStep key={form.action} {...props} form={form} />
              ))}
            </div>
          </details>
        )}
      </div>
    </>
  );
};

/** What the product knows about the other side. */
const Seen = ({ shown: { order, deliveries }, zone }: { shown: OrderPageData; zone: string }) => {
  const opened = deliveries.findLast(({ openedAt }) => openedAt);
  const facts = [
    order.pageOpenedAt && {
      key: "page",
      of: Eye,
      text: `${order.clientName} opened this order on ${formatMoment(order.pageOpenedAt, zone)}.`,
    },
    order.status === "delivered" &&
      !order.pageOpenedAt && {
        key: "unseen",
        of: Eye,
        text: `${order.clientName} has not opened the order since the delivery.`,
      },
    opened?.openedAt && {
      key: "text",
      of: Eye,
      text: `Version ${opened.number} was opened on ${formatMoment(opened.openedAt, zone)}.`,
    },
    order.noticeRefused && {
      key: "mail",
      of: TriangleAlert,
      text: "The mail server refused the notice to the client.",
    },
  ].filter((fact) => fact !== null && fact !== undefined && fact !== false);
  if (facts.length === 0) return null;
  return (
    <ul className="seen">
      {facts.map(({ key, of, text }) => (
        <li key={key}>
          <Icon of={of} />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
};

type RefundState = OrderPageData["money"]["refunds"][number]["state"];
const toSend: readonly RefundState[] = ["failed", "by_hand"];

const goingBack = ({ refunds, heldLeftCents }: OrderPageData["money"]): GoingBack => {
  const sumOf = (states: readonly RefundState[]) =>
    refunds.reduce((sum, { state, cents }) => (states.includes(state) ? sum + cents : sum), 0);
  return { toSendCents: heldLeftCents + sumOf(toSend), underWayCents: sumOf(["waiting", "sent"]) };
};

type CardProps = Omit<StepProps, "version" | "refused"> & { refused: Refused | undefined };

/** The first card: who waits for whom, since when, their words, the next step; beside it the clock. */
export const NextActorCard = ({ shown, clock, refused }: CardProps) => {
  const { order, history, names, next } = shown;
  const turn = nextActor({ ...order, arrived: shown.money.arrived }, history, names, goingBack(shown.money));
  return (
    <section className="panel turn" aria-labelledby="turn">
      <div className="turn-say">
        {turn.since && (
          <p className="turn-since row">
            {`Since ${formatMoment(turn.since, clock.zone, clock.now)}`}
            <b>{shortTime(clock.now.getTime() - turn.since.getTime())}</b>
          </p>
        )}
        <h2 className="t2 wrap-anywhere" id="turn">
          {turn.title}
        </h2>
        {turn.said ? (
          <blockquote className="said">
            <p className="brief-text">{turn.said.text}</p>
            <footer>{`${turn.said.by}, ${formatMoment(turn.said.at, clock.zone, clock.now)}`}</footer>
          </blockquote>
        ) : (
          <p className="soft mt-2">{next}</p>
        )}
        <Seen shown={shown} zone={clock.zone} />
        <Steps shown={shown} clock={clock} refused={refused} version={order.version} />
      </div>
      <ClockPart shown={shown} time={clock} />
    </section>
  );
};
