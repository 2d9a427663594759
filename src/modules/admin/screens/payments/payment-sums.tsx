import type { MoneyOverview } from "#src/modules/payments/index.server.ts";
import { formatUsd } from "#src/shared/money.ts";

/** The sentence of the ledger, in figures: what is held, set aside, released and gone is all that was received. */
export const PaymentSums = ({ balances }: Pick<MoneyOverview, "balances">) => {
  const { held, surplus, writer, payouts, operator, fees, refunds, chargebacks, client } = balances;
  const released = writer + payouts + operator + fees;
  const received = 0 - client;
  const difference = held + surplus + released + refunds + chargebacks - received;
  const parts = [
    { sign: "", name: "Held", cents: held, note: "for work in progress" },
    { sign: "+", name: "Surplus", cents: surplus, note: surplus === 0 ? "nothing waits" : "goes back" },
    { sign: "+", name: "Released", cents: released, note: "writers, operator, fees" },
    { sign: "+", name: "Refunded", cents: refunds, note: "sent back" },
    { sign: "+", name: "Charged back", cents: chargebacks, note: "taken by banks" },
    { sign: "=", name: "Received", cents: received, note: `difference ${formatUsd(difference)}` },
  ];
  return (
    <dl className="figs sums">
      {parts.map(({ name, cents, note, sign }) => (
        <div key={name}>
          <dt>
            {sign && (
              <span aria-hidden="true" className="muted">
                {sign}{" "}
              </span>
            )}
            {name}
          </dt>
          <dd translate="no">{formatUsd(cents)}</dd>
          <dd className="d">{note}</dd>
        </div>
      ))}
    </dl>
  );
};
