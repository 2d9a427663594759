import { type Balances, receivedOf, releasedOf } from "#src/modules/payments/index.ts";
import { counted } from "#src/shared/counted.ts";
import { formatUsd, percentIn } from "#src/shared/money.ts";

/** "3 percent", "under 1 percent" */
const share = (cents: number, all: number): string => {
  const percent = percentIn(Math.max(0, cents), all);
  return percent === 0 && cents > 0 ? "under 1 percent" : counted(percent, "percent", "percent");
};

/** The sentence of the ledger as a picture: what is held, released, gone and left over is all that was received. */
export const MoneyBar = ({ balances }: { balances: Balances }) => {
  const { held, surplus, refunds, chargebacks } = balances;
  const [received, released] = [receivedOf(balances), releasedOf(balances)];
  const difference = held + surplus + released + refunds + chargebacks - received;
  const parts = [
    { key: "held", name: "Held", cents: held, note: "for work in progress" },
    { key: "out", name: "Released", cents: released, note: "writers, us, fees" },
    { key: "back", name: "Refunded", cents: refunds, note: "sent back" },
    { key: "bank", name: "Charged back", cents: chargebacks, note: "taken by banks" },
    { key: "over", name: "Surplus", cents: surplus, note: surplus === 0 ? "nothing waits" : "goes back" },
  ];
  const drawn = parts.map((part, at) => ({
    ...part,
    x: parts.slice(0, at).reduce((sum, { cents }) => sum + Math.max(0, cents), 0),
    width: Math.max(0, part.cents),
  }));
  const label = parts.map(({ name, cents }) => `${name} ${share(cents, received)}`).join(", ");
  return (
    <section className="onebar" aria-labelledby="onebar-title">
      <div className="ob-head">
        <h2 className="label" id="onebar-title">
          Where all received money is
        </h2>
        <p className="num">
          <b translate="no">{formatUsd(received)}</b>{" "}
          <span className="muted">{`received, difference ${formatUsd(difference)}`}</span>
        </p>
      </div>
      <svg
        className="ob-bar"
        viewBox={`0 0 ${Math.max(1, received)} 28`}
        preserveAspectRatio="none"
        role="img"
        aria-label={received === 0 ? "Nothing was received yet" : label}
      >
        {drawn.map(
          ({ key, x, width }) => width > 0 && <rect key={key} className={key} x={x} width={width} height="28" />,
        )}
      </svg>
      <dl className="ob-parts">
        {parts.map(({ key, name, cents, note }) => (
          <div key={key}>
            <dt>
              <i className={`k ${key}`} />
              {name}
            </dt>
            <dd translate="no">{formatUsd(cents)}</dd>
            <dd className="d">{note}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
};
