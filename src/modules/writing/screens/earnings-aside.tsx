import { Link } from "react-router";
import { accountText } from "#src/modules/payments/index.ts";
import { counted } from "#src/shared/counted.ts";
import { formatUsd } from "#src/shared/money.ts";
import { LinkButton } from "#src/ui/button.tsx";
import { CreditCard, Icon } from "#src/ui/icons.tsx";
import { Notice } from "#src/ui/notice.tsx";
import type { ShownEarnings } from "./earnings.server.ts";

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
        <div className="t">
          {next.obstacle && next.obstacle !== "owes" ? "Waits" : "Sent on"}
          <small>US dollars</small>
        </div>
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
    <section className="side-box" aria-labelledby="method">
      <h2 className="t2" id="method">
        Where it goes
      </h2>
      <dl className="dl-2">
        {rows.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
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
