import { type ReactNode, useEffect, useRef, useState } from "react";
import { QuoteChanges } from "#src/modules/orders/index.screens.ts";
import { spokenLeft } from "#src/modules/orders/index.ts";
import { cx } from "#src/ui/class-names.ts";
import { useTakeFocus } from "#src/ui/hydrated.ts";
import { CircleCheck, Icon } from "#src/ui/icons.tsx";
import { useReadAgain } from "#src/ui/live/read-again.ts";
import { MaskedText } from "#src/ui/masked-text.tsx";
import { Status } from "#src/ui/status.tsx";
import type { ShownOrder } from "./order.server.ts";
import { OrderFormPrice } from "./order-money.tsx";
import { type Asks, StepForm } from "./step-form.tsx";
import { useServerNow } from "./work/clock.tsx";
import "#src/ui/styles/pages/order-card.css";

type Card = ShownOrder["card"];
type Time = Card["times"][number];

/** The heading of the card; the bar on phones and the end of an approval's time lead to it. */
export const questionId = "question";

/** What is left of a time changes once a minute, so it is no live region. */
const Note = ({ time, now }: { time: Time; now: Date }) =>
  time.note && <small>{time.counts ? spokenLeft(new Date(time.at), now) : time.note}</small>;

/** The times of a card, each once. */
const CardTimes = ({ card, className, children }: { card: Card; className: string; children?: ReactNode }) => {
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
const Question = ({ shown: { card, order }, text = card.text, children }: QuestionProps) => (
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

type Quote = NonNullable<ShownOrder["quote"]>;

/** What a quote holds, a line of its scope each, and what is otherwise than in the version before. */
const Scope = ({ quote }: { quote: Quote }) => (
  <>
    <ul className="oc-scope">
      {[...new Set(quote.scope.split("\n").map((line) => line.trim()))].filter(Boolean).map((line) => (
        <li key={line} className="wrap-anywhere">
          {line}
        </li>
      ))}
    </ul>
    {quote.changes.length > 0 && (
      <div className="oc-changes">
        <h3 className="label mb-1">{`Different from version ${quote.version - 1}`}</h3>
        <QuoteChanges changes={quote.changes} />
      </div>
    )}
  </>
);

/** An order that waits for its payment: the question at the left, its price at the right. */
export const OrderDocket = ({ shown, children }: { shown: ShownOrder; children: ReactNode }) => {
  const { card, order, quote, payBy } = shown;
  const priced = order.status === "pending" && !card.waits;
  return (
    <section className="docket ask2 no-print" id="decide" aria-labelledby={questionId}>
      <i className="notch top" aria-hidden="true" />
      <i className="notch bot" aria-hidden="true" />
      <div className="pick">
        <Question shown={shown} text={priced ? `${payBy}${card.text}` : card.text}>
          {quote && order.status === "quoted" && <Scope quote={quote} />}
          {children}
        </Question>
        <CardTimes card={card} className="keepuntil" />
      </div>
      <OrderFormPrice shown={shown} />
    </section>
  );
};

/** Reads the page anew when the time to undo is over, until the order is finished. */
function useFinish(leftMs: number): void {
  const readAgain = useReadAgain();
  useEffect(() => {
    let timer = setTimeout(function look() {
      void readAgain();
      timer = setTimeout(look, 5_000);
    }, leftMs + 500);
    return () => clearTimeout(timer);
  }, [leftMs, readAgain]);
}

type ApprovedProps = { undo: NonNullable<ShownOrder["undo"]>; asks: Asks };

/**
 * Stands over the page as long as an approval can be undone, wherever the page is scrolled to, and has the focus. When
 * it goes with the focus in it, the focus goes to what was approved.
 */
const Undo = ({ undo, asks }: ApprovedProps) => {
  const box = useRef<HTMLDivElement>(null);
  const [lastsMs] = useState(undo.leftMs);
  useTakeFocus(true, () => box.current?.querySelector("button")?.focus({ preventScroll: true }));
  useEffect(
    () => () => {
      if (document.activeElement === document.body) document.getElementById(questionId)?.focus({ preventScroll: true });
    },
    [],
  );
  return (
    <div className="undo no-print" ref={box}>
      <Icon of={CircleCheck} />
      <p role="status">
        <b>Approved</b>
        {`You can undo it until ${undo.until}.`}
      </p>
      <StepForm
        {...asks}
        action="undo-approval"
        label={
          <>
            Undo<span className="vh"> the approval</span>
          </>
        }
        variant="outline"
      />
      <i className="stay" aria-hidden="true" style={{ animationDuration: `${lastsMs}ms` }} />
    </div>
  );
};

/** An approval that can still be undone; the page is read anew when that time is over. */
export const UndoApproval = ({ undo, asks }: ApprovedProps) => {
  useFinish(undo.leftMs);
  return undo.leftMs > 0 ? <Undo undo={undo} asks={asks} /> : null;
};
