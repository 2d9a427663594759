import { QuoteChanges, QuoteRounds } from "#src/modules/orders/index.screens.ts";
import { formatUsd } from "#src/shared/money.ts";
import type { ShownOrder } from "./order.server.ts";

type Quote = NonNullable<ShownOrder["quote"]>;

const Parts = ({ quote: { lines, cents } }: { quote: Quote }) => (
  <dl className="quote-parts">
    {lines.map(({ key, what, cents: part }) => (
      <div key={key}>
        <dt>{what}</dt>
        <dd translate="no">{formatUsd(part)}</dd>
      </div>
    ))}
    <div className="sum">
      <dt>Price</dt>
      <dd translate="no">{formatUsd(cents)}</dd>
    </div>
  </dl>
);

const titleOf = ({ order, quote }: ShownOrder): string => {
  if (!quote) return "What was said about the price";
  return order.status === "quoted" ? "The quote" : "The quote that you accepted";
};

const Offer = ({ quote }: { quote: Quote }) => (
  <>
    <Parts quote={quote} />
    <p className="prose brief-text mt-4">{quote.scope}</p>
    <p className="small muted mt-4">
      {`Ready by ${quote.deadline}.`}
      {quote.until && ` The quote stands until ${quote.until}. You accept it by paying, now or any time until then.`}
    </p>
    {quote.changes.length > 0 && (
      <div className="mt-5">
        <h3 className="label mb-1">{`Different from version ${quote.version - 1}`}</h3>
        <QuoteChanges changes={quote.changes} />
      </div>
    )}
  </>
);

/** The price of custom work: the version that stands, what it says otherwise than the one before, and how it came about. */
export const QuotePanel = ({ shown }: { shown: ShownOrder }) => {
  const { quote, rounds } = shown;
  if (rounds.length === 0) return null;
  return (
    <section className="sheet deliver quote-panel" aria-labelledby="quote">
      <div className="between">
        <h2 className="t2" id="quote">
          {titleOf(shown)}
        </h2>
        {quote && <span className="small muted num">{`Version ${quote.version}`}</span>}
      </div>
      {quote && <Offer quote={quote} />}
      {quote && rounds.length > 1 && (
        <details className="mt-3">
          <summary>How this price came about</summary>
          <QuoteRounds rounds={rounds} />
        </details>
      )}
      {!quote && (
        <div className="mt-4">
          <QuoteRounds rounds={rounds} />
        </div>
      )}
    </section>
  );
};
