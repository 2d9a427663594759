import { Link } from "react-router";
import type { Action, ShownForm } from "#src/modules/orders/index.ts";
import { formatUsd } from "#src/shared/money.ts";
import { shortTime } from "#src/shared/time-labels.ts";
import { nearMoment } from "#src/shared/zone.ts";
import { LinkButton } from "#src/ui/button.tsx";
import { Clock, Eye, FileText, Icon, MessageCircle, TriangleAlert } from "#src/ui/icons.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { isDecideStep } from "../../domain/decide-steps.ts";
import type { DisputeView } from "../../domain/dispute-phases.ts";
import { type GoingBack, nextActor } from "../../domain/next-actor.ts";
import { DisputeFacts, DisputeLinks, DisputeOutcome, PhaseBar } from "./dispute-phases.tsx";
import type { OrderPageData } from "./order.server.ts";
import { ClockPart } from "./order-clock.tsx";
import type { StepProps } from "./order-fields.tsx";
import { ActionForm, FoldedStep } from "./order-steps.tsx";
import { Wishes } from "./order-wishes.tsx";
import type { Refused } from "./submit-order-step.server.ts";

type Props = StepProps & { form: ShownForm };

/** Without a writer to choose, the step says what to do instead. */
const NoWriter = ({ shown: { writers } }: Props) => (
  <Notice
    tone="warn"
    title={writers.length === 0 ? "There is no active writer yet." : "No writer has a free place now."}
  >
    <p>
      {writers.length === 0 ? (
        "Open an account under People, and give it the role of writer."
      ) : (
        <>
          Wait until an order is delivered, or give <Link to="/admin/writers">a writer</Link> more places.
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

/** What comes first in this state: the step that the waiting person waits for. */
const first: readonly Action[] = ["assign", "answer-for-client", "end-pause", "confirm-payment"];

/** What the state asks for stands as forms and buttons; below it everything else that an admin may want. */
const Steps = (props: StepProps) => {
  const { quotable, quote, order } = props.shown;
  // The card of the dispute asks for decisions.
  const forms = props.shown.forms.filter(({ action }) => !isDecideStep(action));
  const asksFor = forms.filter(
    ({ opens, action }) => opens === "open" || (opens !== "asked" && first.includes(action)),
  );
  const buttons = asksFor.filter(({ opens }) => opens !== "open");
  return (
    <>
      {asksFor
        .filter(({ opens }) => opens === "open")
        .map((form) => (
          <OpenStep key={`${form.action}-${order.version}`} {...props} form={form} />
        ))}
      {(quotable || buttons.length > 0) && (
        <div className="turn-acts">
          {quotable && (
            <LinkButton small variant={quote ? "outline" : "primary"} to={`/admin/custom-orders?order=${order.id}`}>
              {quote && order.priceCents !== null
                ? `Write a new quote, now ${formatUsd(quote.cents)}`
                : "Write a quote"}
            </LinkButton>
          )}
          {buttons.map((form, at) => (
            <FoldedStep key={`${form.action}-${order.version}`} {...props} form={form} main={at === 0} />
          ))}
        </div>
      )}
      <Wishes {...props} forms={forms.filter((form) => !asksFor.includes(form))} />
    </>
  );
};

type CardProps = Omit<StepProps, "version" | "refused"> & {
  refused: Refused | undefined;
  dispute: DisputeView | null;
};

/** The last message of client and writer to each other: who wrote it and when. */
const lastMessage = ({ thread }: OrderPageData) => {
  const last = thread?.thread?.page.messages.findLast(({ senderType }) => senderType === "user");
  if (!thread || !last) return null;
  const by = last.mine ? thread.names.me : thread.names.other;
  return { by, at: new Date(last.timestamp) };
};

/** What the product knows about the two sides. */
const Seen = ({ shown, dispute, clock: { now, zone } }: Pick<CardProps, "shown" | "dispute" | "clock">) => {
  const { order, deliveries } = shown;
  const time = (at: Date) => nearMoment(at, zone, now);
  const opened = deliveries.findLast(({ openedAt }) => openedAt);
  const newest = deliveries.at(-1);
  const message = lastMessage(shown);
  const facts = [
    order.pageOpenedAt && {
      key: "page",
      of: Eye,
      text: `${order.clientName} last opened this order ${time(order.pageOpenedAt)}.`,
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
      text: `${order.clientName} opened version ${opened.number} ${time(opened.openedAt)}.`,
    },
    newest &&
      !newest.openedAt && {
        key: "newest",
        of: FileText,
        text: `${newest.final ? "Delivery" : "Draft"}, version ${newest.number}, came ${time(newest.at)}. ${order.clientName} has not opened it.`,
      },
    order.moreTime && {
      key: "time",
      of: Clock,
      text: `${order.clientName} was asked ${time(new Date(order.moreTime.askedAt))} for a later deadline: ${time(new Date(order.moreTime.deadline))}.`,
    },
    message && {
      key: "message",
      of: MessageCircle,
      text: `Last message between client and writer: ${message.by}, ${time(message.at)}.`,
    },
    order.noticeRefused && {
      key: "mail",
      of: TriangleAlert,
      text: "The mail server refused the e-mail to the client.",
    },
  ].filter((fact) => fact !== null && fact !== undefined && fact !== false);
  if (facts.length === 0 && !dispute?.facts.length) return null;
  return (
    <ul className="seen">
      {dispute && <DisputeFacts facts={dispute.facts} />}
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

const sinceText = ({ status }: OrderPageData["order"], since: Date, { zone, now }: StepProps["clock"]): string =>
  `${status === "in_progress" ? "In progress since" : "Since"} ${nearMoment(since, zone, now)}`;

/** The first card: who waits for whom, since when, their words, the next step; beside it the clock. */
export const NextActorCard = ({ shown, clock, refused, dispute }: CardProps) => {
  const { order, history, names, next } = shown;
  const turn = nextActor({ ...order, arrived: shown.money.arrived }, history, names, goingBack(shown.money));
  const since = dispute?.since.at ?? turn.since;
  const said = dispute ? dispute.said : turn.said;
  return (
    <section className="panel turn" aria-labelledby="turn">
      {dispute && <PhaseBar phases={dispute.phases} />}
      <div className="turn-say">
        {since && (
          <p className="turn-since row">
            {dispute?.since.text ?? sinceText(order, since, clock)}
            <b>{`${shortTime(clock.now.getTime() - since.getTime())}${dispute ? " ago" : ""}`}</b>
          </p>
        )}
        <h2 className="t2 wrap-anywhere" id="turn">
          {dispute?.title ?? turn.title}
        </h2>
        {said && (
          <blockquote className="said">
            <p className="brief-text">{said.text}</p>
            <footer>{`${said.by}, ${nearMoment(said.at, clock.zone, clock.now)}`}</footer>
          </blockquote>
        )}
        {!said && !dispute && order.status !== "in_progress" && <p className="soft mt-2">{next}</p>}
        <DisputeOutcome decided={shown.decided} />
        <Seen shown={shown} clock={clock} dispute={dispute} />
        {dispute && <DisputeLinks shown={shown} dispute={dispute} />}
        <Steps shown={shown} clock={clock} refused={refused} version={order.version} />
      </div>
      <ClockPart shown={shown} time={clock} dispute={dispute} />
    </section>
  );
};
