import { BreakdownLines, BreakdownNote, BreakdownTotal, PriceBreakdown } from "#src/ui/price-breakdown.tsx";
import type { ShownWriterOrder } from "../writer-order.server.ts";

/** The carbon copy of the client's slip: the price line by line, and the writer's share of it. */
export const Pay = ({ shown: { order, pay } }: { shown: ShownWriterOrder }) =>
  pay ? (
    <PriceBreakdown title="Your pay" aside={<span translate="no">{order.number}</span>} className="pay">
      <BreakdownLines
        lines={[
          ...pay.lines.map(({ code, label, cents, detail }, at) => ({
            key: code,
            label,
            cents,
            amount: at === 0,
            why: cents === 0 ? undefined : detail,
          })),
          { key: "price", label: "Price of the order", cents: pay.priceCents, sub: true },
        ]}
      />
      <dl className="lines">
        <div>
          <dt>Your share</dt>
          <dd className="amt">{`× ${pay.share}%`}</dd>
          <dd className="why">Fixed in the offer</dd>
        </div>
      </dl>
      <BreakdownTotal cents={pay.cents} label={pay.label} />
      {pay.note && <BreakdownNote>{pay.note}</BreakdownNote>}
    </PriceBreakdown>
  ) : null;
