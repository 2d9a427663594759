import type { ReactNode } from "react";
import { Link } from "react-router";
import { accountText } from "#src/modules/payments/index.ts";
import { counted } from "#src/shared/counted.ts";
import { formatUsd } from "#src/shared/money.ts";
import { LinkButton } from "#src/ui/button.tsx";
import { cx } from "#src/ui/class-names.ts";
import { ChevronDown, CreditCard, Icon } from "#src/ui/icons.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { TotalLabel } from "#src/ui/price-breakdown.tsx";
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

const quietClass = "text-(length:--text-sm) text-ink-3";
const lineClass = "flex justify-between gap-4 border-rule py-2 not-first:border-t";

/** The title of a part of the statement, with its sum. */
export const SumHead = ({ id, title, cents }: { id: string; title: ReactNode; cents: number }) => (
  <div className="between border-b border-rule-strong pb-2">
    <h2 className="t2" id={id}>
      {title}
    </h2>
    <b className="num font-semibold" translate="no">
      {formatUsd(cents)}
    </b>
  </div>
);

const Payout = ({ payout, open }: { payout: ShownPayout; open: boolean }) => (
  <details open={open} className="[&[open]>summary>svg]:rotate-180">
    <summary className="num grid min-h-14 grid-cols-[minmax(0,1fr)_7rem_6rem_6rem_24px] items-center gap-x-4 border-b border-rule max-md:min-h-15 max-md:grid-cols-[minmax(0,1fr)_auto_24px] max-md:py-2 max-md:[&>svg]:col-3 max-md:[&>svg]:row-1">
      <b className="strong">{payout.day}</b>
      <span className={cx(quietClass, "max-md:col-1 max-md:row-2")}>{stateLabel(payout)}</span>
      <span className={cx(quietClass, "max-md:hidden")} translate="no">
        {payout.number}
      </span>
      <b className="text-right font-semibold">
        {payout.state === "failed" ? <s>{formatUsd(payout.cents)}</s> : formatUsd(payout.cents)}
      </b>
      <Icon of={ChevronDown} />
    </summary>
    <ul className="num border-b border-rule pr-10 pb-2 pl-6 max-md:px-0">
      {payout.lines.map((line) => (
        <li key={line.orderId} className={lineClass}>
          <div className="wrap-anywhere">
            {line.title}
            <span className={cx("ml-2", quietClass)} translate="no">
              {line.number}
            </span>
          </div>
          <b className="strong" translate="no">
            {formatUsd(line.cents)}
          </b>
        </li>
      ))}
      <li className={cx("small muted", lineClass)}>{fateOf(payout)}</li>
    </ul>
  </details>
);

type Props = { shown: Pick<ShownEarnings, "payouts" | "paidOutCents" | "period" | "sent"> };

/** The payouts of the period with the orders behind each, the newest first; of all time the newest. */
export const Payouts = ({ shown: { payouts, paidOutCents, period, sent } }: Props) => (
  <section aria-labelledby="paid">
    <SumHead
      id="paid"
      title={
        <>
          Paid out{" "}
          {period.key !== "all" && <span className="small muted ml-3 font-sans tracking-normal">{period.label}</span>}
        </>
      }
      cents={paidOutCents}
    />
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

const methodPage = "/dashboard/earnings/method";

const whyOf = ({ cents, share, priceCents }: ShownEarnings["next"]["lines"][number]): string => {
  if (cents < 0) return "went back to the client after it was paid out";
  return share === null || priceCents === null ? "" : `${share}% of ${formatUsd(priceCents)}`;
};

/** What goes out next, why, and to where. */
export const NextPayout = ({ next, method }: Pick<ShownEarnings, "next" | "method">) => (
  <section className="slip pay" aria-labelledby="next">
    <div className="slip-head">
      <h2 id="next">Next payout</h2>
      <span>{next.day}</span>
    </div>
    {next.lines.length > 0 && (
      <dl className="lines">
        {next.lines.map((line) => (
          <div key={line.orderId}>
            <dt className="wrap-anywhere">{line.title || line.number}</dt>
            <dd className="amt" translate="no">
              {formatUsd(line.cents)}
            </dd>
            <dd className="why">{whyOf(line)}</dd>
          </div>
        ))}
      </dl>
    )}
    {next.lines.length === 0 ? (
      <p className="soft py-4">Nothing is paid out yet. Held money is paid with the first payout after it is yours.</p>
    ) : (
      <div className="total between">
        <TotalLabel>{next.obstacle && next.obstacle !== "owes" ? "Waits" : "Sent on"}</TotalLabel>
        <div className="sum" translate="no">
          {formatUsd(next.cents)}
        </div>
      </div>
    )}
    <p className="note">
      <Icon of={CreditCard} />
      <span>
        {method ? `To your ${accountText(method.ending)}. ` : ""}
        {`Payouts are made ${next.rhythm}.`}
      </span>
    </p>
  </section>
);

/** What stands against a payout, and what to do. */
export const PayoutNotices = ({ next, method, leftOut }: Pick<ShownEarnings, "next" | "method" | "leftOut">) => (
  <>
    {leftOut && (
      <Notice title={`${formatUsd(leftOut.cents)} was not in the payout of ${leftOut.at}. It stays yours.`}>
        <p className="wrap-anywhere">{leftOut.reason}</p>
      </Notice>
    )}
    {!method && (
      <Notice
        tone={next.cents > 0 ? "warn" : "info"}
        title={
          next.cents > 0
            ? `${formatUsd(next.cents)} is yours, but we do not know where to send it.`
            : "We do not know yet where to send your money."
        }
        actions={
          <LinkButton small to={methodPage}>
            Add a method
          </LinkButton>
        }
      >
        <p>{`Add a payout method before ${next.day}. If it is added later, your money waits for the next payout.`}</p>
      </Notice>
    )}
    {method && next.waitsUntil && (
      <Notice title={`New method: ${accountText(method.ending)}.`}>
        <p>
          {`Payouts wait until ${next.waitsUntil} (${counted(next.pauseHours, "hour")} after the change). We sent you an e-mail. Was it not you? `}
          <Link to={methodPage}>Change it back</Link> and <Link to="/contact">tell Support</Link>.
        </p>
      </Notice>
    )}
    {next.owesCents > 0 && (
      <Notice title={`${formatUsd(next.owesCents)} is taken off the next money that you earn.`}>
        <p>
          The money of an order went back to its client after it was paid out to you. You do not have to pay anything
          yourself, and it is not a fine.
        </p>
      </Notice>
    )}
    {next.obstacle === "blocked" && (
      <Notice tone="warn" title="Your account is blocked, so payouts wait.">
        <p>
          What you earned stays yours. <Link to="/contact">Write to Support</Link>.
        </p>
      </Notice>
    )}
    {next.frozenCents > 0 && (
      <Notice title={`${formatUsd(next.frozenCents)} waits for a decision.`}>
        <p>An order is in dispute, or its payment is contested. You get it with the first payout after the decision.</p>
      </Notice>
    )}
  </>
);

/** Where the money goes, masked. */
export const MethodCard = ({ method, pauseHours }: Pick<ShownEarnings, "method"> & { pauseHours: number }) => {
  if (!method) return null;
  const rows = [
    ["Method", method.kind],
    ["Account", method.masked],
    ["Legal name", method.legalName],
    ["Country", method.country],
  ] as const;
  return (
    <section aria-labelledby="method">
      <h2 className="t2 mb-3" id="method">
        Where it goes
      </h2>
      <dl>
        {rows.map(([term, value]) => (
          <div key={term} className="flex justify-between gap-4 border-b border-rule py-[9px]">
            <dt className="text-ink-3">{term}</dt>
            <dd className="num text-right wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="small muted mt-3">
        {`To change it you confirm that it is you. We tell you by e-mail, and payouts then wait ${counted(pauseHours, "hour")}.`}
      </p>
      <p>
        <Link to={methodPage} className="link-arrow">
          Change the method
        </Link>
      </p>
    </section>
  );
};
