import { formatUsd } from "#src/shared/money.ts";
import type { ShownOrder } from "./order.server.ts";

/** The parts of a quote with their prices, and the sum. */
export const QuoteParts = ({ quote: { lines, cents } }: { quote: NonNullable<ShownOrder["quote"]> }) => (
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
