import type { ReactNode } from "react";
import { QuoteChanges } from "#src/modules/orders/index.screens.ts";
import type { ShownOrder } from "./order.server.ts";
import { CardTimes, Question, questionId } from "./order-card.tsx";
import { OrderFormPrice } from "./order-money.tsx";

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
