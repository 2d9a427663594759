import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Action, ShownForm } from "#src/modules/orders/index.ts";
import { formatUsd } from "#src/shared/money.ts";
import { shortTime } from "#src/shared/time-labels.ts";
import { nearMoment } from "#src/shared/zone.ts";
import { inStep, Phases, TurnCard } from "#src/ui/admin-shell.tsx";
import { LinkButton } from "#src/ui/button.tsx";
import { cx } from "#src/ui/class-names.ts";
import {
  CircleCheck,
  Clock,
  type Drawing,
  Eye,
  FileText,
  Icon,
  Lock,
  MessageCircle,
  TriangleAlert,
} from "#src/ui/icons.tsx";
import { Notice } from "#src/ui/notice.tsx";
import type { DisputeView } from "../../domain/dispute-phases.ts";
import { type GoingBack, nextActor } from "../../domain/next-actor.ts";
import { isDecideStep } from "../../domain/sums-of-step.ts";
import { Statement } from "./dispute-card.tsx";
import type { OrderPageData } from "./order.server.ts";
import { ClockPart } from "./order-clock.tsx";
import { FindWriter, type StepProps } from "./order-fields.tsx";
import { ActionForm, FoldedStep, Wishes } from "./order-wishes.tsx";
import type { Refused } from "./submit-order-step.server.ts";
import "#src/ui/styles/pages/admin-dispute.css";
import { RefundSplit } from "./refund-forms.tsx";

/** The five phases of a dispute, each with when it ended or ends; a phone shows the name of the present one. */
const PhaseBar = ({ phases }: Pick<DisputeView, "phases">) => <Phases label="Phases of the dispute" phases={phases} />;

const drawn: Readonly<Record<DisputeView["facts"][number]["about"], Drawing>> = {
  money: Lock,
  accepted: CircleCheck,
  waits: Clock,
  person: Lock,
};

const Fact = ({ of, text }: { of: Drawing; text: string }) => (
  <li className="grid grid-cols-[18px_1fr] gap-2.5">
    <Icon of={of} className="mt-0.5 size-4.5 text-ink-3" />
    <span>{text}</span>
  </li>
);

const DisputeFacts = ({ facts }: Pick<DisputeView, "facts">) =>
  facts.map(({ about, text }) => <Fact key={text} of={drawn[about]} text={text} />);

/** What a decision that waits to take effect leaves client, writer and operator. */
const DisputeOutcome = ({ decided }: Pick<OrderPageData, "decided">) =>
  decided && (
    <div className="mt-4">
      <h3 className="label mb-1">What everybody gets after the decision</h3>
      <RefundSplit outcome={decided} keeps="when it takes effect" inRow />
    </div>
  );

const Acts = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-start gap-3 pt-5 max-md:gap-2 xl:max-[1440px]:gap-2 max-md:[&_.btn]:w-full">
    {children}
  </div>
);

/** Where a dispute's next step is on this page. */
const DisputeLinks = ({ shown, dispute }: { shown: OrderPageData; dispute: DisputeView }) => {
  const decides = shown.forms.some(({ action }) => isDecideStep(action));
  const main = decides && { to: "#ruling", label: dispute.appealed ? "Decide the appeal" : "Decide" };
  const others = dispute.clock.over
    ? [
        { to: "#money", label: "See the money" },
        { to: "#story", label: dispute.appealed ? "Read both decisions" : "Read the decision" },
      ]
    : [{ to: "#dispute", label: "Read the whole dispute" }];
  return (
    <Acts>
      {[...(main ? [main] : []), ...others].map(({ to, label }, at) => (
        <a key={to} className={cx("btn btn-sm", main && at === 0 ? "btn-primary" : "btn-outline")} href={to}>
          {label}
        </a>
      ))}
    </Acts>
  );
};

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
  const { writers, writerSearch } = props.shown;
  const can = !needsWriter || writerSearch.more || writers.some(({ hasCapacity }) => hasCapacity);
  return <div className={inStep}>{can ? <ActionForm {...props} /> : <NoWriter {...props} />}</div>;
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
        <Acts>
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
        </Acts>
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
    <ul className="small num mt-4 grid gap-1 text-ink-2">
      {dispute && <DisputeFacts facts={dispute.facts} />}
      {facts.map(({ key, of, text }) => (
        <Fact key={key} of={of} text={text} />
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
  const statement = dispute ? dispute.statement : turn.statement;
  return (
    <TurnCard
      titleId="turn"
      title={dispute?.title ?? turn.title}
      since={
        since && (
          <>
            {dispute?.since.text ?? sinceText(order, since, clock)}
            <b className="font-semibold text-ink">
              {`${shortTime(clock.now.getTime() - since.getTime())}${dispute ? " ago" : ""}`}
            </b>
          </>
        )
      }
      className="panel"
      above={dispute && <PhaseBar phases={dispute.phases} />}
      aside={<ClockPart shown={shown} time={clock} dispute={dispute} />}
    >
      {statement && (
        <Statement text={statement.text} by={`${statement.by}, ${nearMoment(statement.at, clock.zone, clock.now)}`} />
      )}
      {!statement && !dispute && order.status !== "in_progress" && <p className="soft mt-2">{next}</p>}
      <DisputeOutcome decided={shown.decided} />
      <Seen shown={shown} clock={clock} dispute={dispute} />
      {dispute && <DisputeLinks shown={shown} dispute={dispute} />}
      <Steps shown={shown} clock={clock} refused={refused} version={order.version} />
      {shown.writerSearch.more && <FindWriter query={shown.list.query} />}
    </TurnCard>
  );
};
