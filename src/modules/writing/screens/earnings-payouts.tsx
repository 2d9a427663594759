import { accountText } from "#src/modules/payments/index.ts";
import { formatUsd } from "#src/shared/money.ts";
import { ChevronDown, Icon } from "#src/ui/icons.tsx";
import type { ShownEarnings, ShownPayout } from "./earnings.server.ts";

const orders = (count: number): string => `${count} ${count === 1 ? "order" : "orders"}`;

/** What became of a payout, in a sentence. */
const fateOf = ({ state, endedOn, reference, reason, ending }: ShownPayout): string => {
  if (state === "sending") return `On its way to your ${accountText(ending)}.`;
  if (state === "failed") return `Came back on ${endedOn}: ${reason} We send it again with the next payout.`;
  return `Sent on ${endedOn} to your ${accountText(ending)}. Bank reference: ${reference}.`;
};

const stateLabel = ({ state, lines }: ShownPayout): string => {
  if (state === "sending") return "on its way";
  return state === "failed" ? "came back" : orders(lines.length);
};

const Payout = ({ payout, open }: { payout: ShownPayout; open: boolean }) => (
  <details open={open}>
    <summary>
      <b className="strong">{payout.day}</b>
      <span>{stateLabel(payout)}</span>
      <span translate="no">{payout.number}</span>
      <b className="amt">{payout.state === "failed" ? <s>{formatUsd(payout.cents)}</s> : formatUsd(payout.cents)}</b>
      <Icon of={ChevronDown} />
    </summary>
    <ul className="in">
      {payout.lines.map((line) => (
        <li key={line.orderId}>
          <div className="wrap-anywhere">
            {line.title}
            <span translate="no">{line.number}</span>
          </div>
          <b className="strong" translate="no">
            {formatUsd(line.cents)}
          </b>
        </li>
      ))}
      <li className="small muted">{fateOf(payout)}</li>
    </ul>
  </details>
);

type Props = { shown: Pick<ShownEarnings, "payouts" | "paidOutCents" | "period" | "sent"> };

/** The payouts of the period with the orders behind each, the newest first; of all time the newest. */
export const Payouts = ({ shown: { payouts, paidOutCents, period, sent } }: Props) => (
  <section className="payouts" aria-labelledby="paid">
    <div className="state-h between">
      <h2 className="t2" id="paid">
        Paid out {period.key !== "all" && <span className="small muted">{period.label}</span>}
      </h2>
      <b translate="no">{formatUsd(paidOutCents)}</b>
    </div>
    {payouts.length === 0 ? (
      <p className="soft py-4">
        {period.key === "all" ? "Nothing was paid out yet." : "Nothing was paid out in this time."}
      </p>
    ) : (
      payouts.map((payout, at) => <Payout key={payout.id} payout={payout} open={at === 0} />)
    )}
    {payouts.length > 0 && payouts.length < sent && (
      <p className="small muted py-4">{`The newest ${payouts.length} are listed. For older ones choose a year above.`}</p>
    )}
  </section>
);
