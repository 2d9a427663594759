import type { ReactNode } from "react";
import { spokenLeft } from "#src/modules/orders/index.ts";
import { cx } from "#src/ui/class-names.ts";
import { MaskedText } from "#src/ui/masked-text.tsx";
import { Status } from "#src/ui/status.tsx";
import type { ShownOrder } from "./order.server.ts";
import { useServerNow } from "./use-server-now.ts";
import "#src/ui/styles/pages/order-card.css";

type Card = ShownOrder["card"];
type Time = Card["times"][number];

/** The heading of the card; the bar on phones and the end of an approval's time lead to it. */
export const questionId = "question";

/** What is left of a time changes once a minute, so it is no live region. */
const Note = ({ time, now }: { time: Time; now: Date }) =>
  time.note && <small>{time.counts ? spokenLeft(new Date(time.at), now) : time.note}</small>;

/** The times of a card, each once. */
export const CardTimes = ({ card, className, children }: { card: Card; className: string; children?: ReactNode }) => {
  const now = useServerNow(
    card.now,
    card.times.some(({ counts }) => counts),
  );
  if (card.times.length === 0 && !children) return null;
  return (
    <dl className={className}>
      {card.times.map((time) => (
        <div key={time.term}>
          <dt>{time.term}</dt>
          <dd>
            <time dateTime={time.at}>{time.text}</time>
            <Note time={time} now={now} />
          </dd>
        </div>
      ))}
      {children}
    </dl>
  );
};

const Side = ({ card }: { card: Card }) => (
  <CardTimes card={card} className="oc-side">
    {card.held && (
      <div>
        <dt>Your money</dt>
        <dd className="s">{card.held}</dd>
      </div>
    )}
  </CardTimes>
);

/** Done, now and next as one line; on phones from top to bottom. */
const Line = ({ steps }: { steps: Card["line"] }) => (
  <ol className="oline" aria-label="Progress">
    {steps.map(({ state, title, at, until, text }) => (
      <li key={title} className={state} aria-current={state === "now" ? "step" : undefined}>
        <b>{title}</b>
        {at && (
          <span>
            {until && "until "}
            <time dateTime={at.iso}>{at.text}</time>
          </span>
        )}
        {text && <span>{text}</span>}
      </li>
    ))}
  </ol>
);

const Points = ({ points }: { points: readonly string[] }) =>
  points.length === 0 ? null : (
    <ol className="oc-points" aria-label="Your points">
      {points.map((point) => (
        <li key={point} className="wrap-anywhere">
          <MaskedText text={point} />
        </li>
      ))}
    </ol>
  );

/** What each side of a dispute says. */
const Sides = ({ sides }: { sides: Card["sides"] }) =>
  sides.length === 0 ? null : (
    <div className={cx("oc-sides", sides.length === 1 && "alone")}>
      {sides.map(({ key, who, at, text }) => (
        <section key={key} aria-label={who}>
          <h3>
            {who} <span className="num">{at}</span>
          </h3>
          <p className="whitespace-pre-wrap wrap-anywhere">
            <MaskedText text={text} />
          </p>
        </section>
      ))}
    </div>
  );

type QuestionProps = { shown: ShownOrder; text?: string; children: ReactNode };

/** State, question and one sentence, what came with it, and the actions. */
export const Question = ({ shown: { card, order }, text = card.text, children }: QuestionProps) => (
  <div className="oc-main">
    <Status shape={order.shown.shape} tone={order.shown.tone}>
      {order.shown.text}
    </Status>
    <h2 className="t1" id={questionId} tabIndex={-1}>
      {card.title}
    </h2>
    {text && <p>{text}</p>}
    {children}
  </div>
);

/** The one card of an order for its client: state, question, actions, until when, and how far it is. */
export const OrderCard = ({ shown, children }: { shown: ShownOrder; children: ReactNode }) => (
  <section className="sheet oc no-print" id="decide" aria-labelledby={questionId}>
    <div className="oc-top">
      <Question shown={shown}>{children}</Question>
      <Side card={shown.card} />
    </div>
    <Points points={shown.card.points} />
    <Sides sides={shown.card.sides} />
    <Line steps={shown.card.line} />
  </section>
);
