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

/** The times stand beside the question, or below it where its price stands beside it. */
const timesAre = {
  side: {
    list: "quiet-terms grid content-start gap-4.5 border-l border-rule px-8 pt-6.5 pb-6 lg:max-[1200px]:px-6 max-lg:order-2 max-lg:mt-4.5 max-lg:gap-3 max-lg:border-y max-lg:border-l-0 max-lg:px-0 max-lg:py-3.5",
    time: undefined,
    value: "text-xl text-balance",
    note: "mt-1",
  },
  below: {
    list: "quiet-terms mt-auto grid grid-cols-2 border-t border-rule max-md:grid-cols-1",
    time: "border-rule px-6 pt-4 pb-4.5 first:pl-8 not-first:md:border-l max-md:px-5 max-md:py-3 max-md:first:pl-5 not-first:max-md:border-t",
    value: "text-[1.3125rem]/7",
    note: undefined,
  },
} as const;

type NoteProps = { time: Time; now: Date; className: string | undefined };

/** What is left of a time changes once a minute, so it is no live region. */
const Note = ({ time, now, className }: NoteProps) =>
  time.note && (
    <small
      className={cx(
        "block font-sans text-sm/5 font-normal tracking-normal text-ink-2 normal-nums text-pretty",
        className,
      )}
    >
      {time.counts ? spokenLeft(new Date(time.at), now) : time.note}
    </small>
  );

type TimesProps = { card: Card; are: keyof typeof timesAre; children?: ReactNode };

/** The times of a card, each once. */
const CardTimes = ({ card, are, children }: TimesProps) => {
  const now = useServerNow(
    card.now,
    card.times.some(({ counts }) => counts),
  );
  const look = timesAre[are];
  if (card.times.length === 0 && !children) return null;
  return (
    <dl className={look.list}>
      {card.times.map((time) => (
        <div key={time.term} className={look.time}>
          <dt>{time.term}</dt>
          <dd className={cx("num font-serif font-[460] tracking-[-0.01em]", look.value)}>
            <time dateTime={time.at}>{time.text}</time>
            <Note time={time} now={now} className={look.note} />
          </dd>
        </div>
      ))}
      {children}
    </dl>
  );
};

const Side = ({ card }: { card: Card }) => (
  <CardTimes card={card} are="side">
    {card.held && (
      <div>
        <dt>Your money</dt>
        <dd className="font-semibold leading-6 normal-nums text-balance">{card.held}</dd>
      </div>
    )}
  </CardTimes>
);

/** Done, now and next as one line; on phones from top to bottom. */
const Line = ({ steps }: { steps: Card["line"] }) => (
  <ol
    className="oline grid auto-cols-fr grid-flow-col border-t border-rule px-8 pt-4.5 pb-5 lg:max-[1200px]:px-6 max-md:grid-flow-row max-md:px-5 max-md:pt-4 max-md:pb-4.5"
    aria-label="Progress"
  >
    {steps.map(({ state, title, at, until, text }) => (
      <li
        key={title}
        className={cx(
          "relative pt-5 pr-4 text-sm/5 text-ink-3 text-pretty max-md:pt-0 max-md:pr-0 max-md:pb-3.5 max-md:pl-6.5 max-md:last:pb-0",
          state,
        )}
        aria-current={state === "now" ? "step" : undefined}
      >
        <b
          className={cx(
            "block",
            state === "next" ? "font-normal" : "font-semibold",
            state === "now" ? "text-pen" : "text-ink-2",
          )}
        >
          {title}
        </b>
        {at && (
          <span className="num block">
            {until && "until "}
            <time dateTime={at.iso}>{at.text}</time>
          </span>
        )}
        {text && <span className="num block">{text}</span>}
      </li>
    ))}
  </ol>
);

const Points = ({ points }: { points: readonly string[] }) =>
  points.length === 0 ? null : (
    <ol className="oc-points border-t border-rule px-8 pt-1 pb-2 max-md:px-5 max-md:pb-1" aria-label="Your points">
      {points.map((point) => (
        <li
          key={point}
          className="grid grid-cols-[1.75rem_minmax(0,1fr)] border-b border-rule py-3 wrap-anywhere last:border-b-0"
        >
          <MaskedText text={point} />
        </li>
      ))}
    </ol>
  );

/** What each side of a dispute says. */
const Sides = ({ sides }: { sides: Card["sides"] }) =>
  sides.length === 0 ? null : (
    <div
      className={cx("grid border-t border-rule max-md:grid-cols-1", sides.length === 1 ? "grid-cols-1" : "grid-cols-2")}
    >
      {sides.map(({ key, who, at, text }) => (
        <section
          key={key}
          aria-label={who}
          className="min-w-0 border-rule px-8 pt-5 pb-6 not-first:md:border-l max-md:px-5 max-md:pt-4 max-md:pb-4.5 not-first:max-md:border-t nth-[n+3]:col-span-full nth-[n+3]:border-t"
        >
          <h3 className="font-semibold leading-6">
            {who} <span className="num ml-2 text-(length:--text-sm) font-normal text-ink-3">{at}</span>
          </h3>
          <p className="mt-1.5 whitespace-pre-wrap font-serif text-[1.1875rem]/7 normal-nums text-pretty wrap-anywhere">
            <MaskedText text={text} />
          </p>
        </section>
      ))}
    </div>
  );

type QuestionProps = { shown: ShownOrder; text?: string; className: string; children: ReactNode };

/** State, question and one sentence, what came with it, and the actions. */
const Question = ({ shown: { card, order }, text = card.text, className, children }: QuestionProps) => (
  <div className={cx("oc-main", className)}>
    <Status shape={order.shown.shape} tone={order.shown.tone} className="text-[1rem]">
      {order.shown.text}
    </Status>
    <h2 className="t1 mt-2 max-w-[36rem] scroll-mt-12 focus:outline-offset-4" id={questionId} tabIndex={-1}>
      {card.title}
    </h2>
    {text && <p className="soft mt-1.5 max-w-[38rem]">{text}</p>}
    {children}
  </div>
);

/** The one card of an order for its client: state, question, actions, until when, and how far it is. */
export const OrderCard = ({ shown, children }: { shown: ShownOrder; children: ReactNode }) => (
  <section className="sheet no-print border-rule-strong" id="decide" aria-labelledby={questionId}>
    <div className="grid grid-cols-[minmax(0,1fr)_21rem] lg:max-[1200px]:grid-cols-[minmax(0,1fr)_18rem] max-lg:flex max-lg:flex-col max-lg:px-5 max-lg:pt-5 max-lg:pb-5.5">
      <Question shown={shown} className="pt-6.5 pr-10 pb-7 pl-8 max-lg:contents max-lg:[&>.oc-acts]:mt-4.5">
        {children}
      </Question>
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
    <ul className="mt-3.5 border-t border-rule">
      {[...new Set(quote.scope.split("\n").map((line) => line.trim()))].filter(Boolean).map((line) => (
        <li key={line} className="border-b border-rule py-2 leading-6 wrap-anywhere">
          {line}
        </li>
      ))}
    </ul>
    {quote.changes.length > 0 && (
      <div className="mt-4">
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
    <section className="docket no-print" id="decide" aria-labelledby={questionId}>
      <i className="notch top" aria-hidden="true" />
      <i className="notch bot" aria-hidden="true" />
      <div className="pick p-0">
        <Question
          shown={shown}
          text={priced ? `${payBy}${card.text}` : card.text}
          className="px-8 pt-6.5 pb-7 max-lg:pt-5 max-lg:pb-5.5 max-lg:pl-5"
        >
          {quote && order.status === "quoted" && <Scope quote={quote} />}
          {children}
        </Question>
        <CardTimes card={card} are="below" />
      </div>
      <OrderFormPrice shown={shown} className="px-8 pt-6.5 pb-7 max-lg:px-5 max-lg:py-6" />
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
    <div
      className="no-print fixed right-6 bottom-6 z-(--z-toast) grid w-[min(26rem,100%-24px)] grid-cols-[24px_minmax(0,1fr)_auto] items-center gap-3.5 overflow-clip rounded-lg border border-rule-strong bg-raised pt-3 pr-3 pb-3.5 pl-4.5 text-sm/5 text-ink-2 shadow-lift max-sm:right-3 max-sm:bottom-[calc(12px+env(safe-area-inset-bottom))]"
      ref={box}
    >
      <Icon of={CircleCheck} className="size-6 text-ok" />
      <p role="status">
        <b className="block font-semibold text-ink">Approved</b>
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
      <i
        className="absolute bottom-0 left-0 h-1 w-full origin-left animate-[undo-stay_linear_forwards] bg-pen-line motion-reduce:hidden forced-colors:hidden"
        aria-hidden="true"
        style={{ animationDuration: `${lastsMs}ms` }}
      />
    </div>
  );
};

/** An approval that can still be undone; the page is read anew when that time is over. */
export const UndoApproval = ({ undo, asks }: ApprovedProps) => {
  useFinish(undo.leftMs);
  return undo.leftMs > 0 ? <Undo undo={undo} asks={asks} /> : null;
};
