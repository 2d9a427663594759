import { breakdownLines } from "#src/modules/pricing/index.screens.ts";
import { counted } from "#src/shared/counted.ts";
import { formatUsd } from "#src/shared/money.ts";
import { ArrowLink } from "#src/ui/button.tsx";
import { cx } from "#src/ui/class-names.ts";
import { DiscountLines } from "#src/ui/discount-lines.tsx";
import { Icon, ReceiptText } from "#src/ui/icons.tsx";
import {
  type BreakdownLine,
  BreakdownLines,
  BreakdownNote,
  BreakdownTotal,
  PriceBreakdown,
} from "#src/ui/price-breakdown.tsx";
import type { ShownOrder } from "./order.server.ts";
import { Fold } from "./work/fold.tsx";

type Props = { shown: ShownOrder };

const linesOf = ({ order, breakdown, quote }: ShownOrder): readonly BreakdownLine[] => {
  if (order.kind === "priced") return breakdownLines(breakdown);
  const cents = quote?.cents ?? order.priceCents;
  if (quote && quote.lines.length > 0)
    return quote.lines.map(({ key, what, cents: part }) => ({ key, label: what, cents: part, amount: true }));
  return [{ key: "work", label: "Custom work", cents, amount: true, why: quote?.scope }];
};

/** What went back, as a line of its own. */
const refundOf = ({ backCents, money: { refundedCents, refunds } }: ShownOrder): readonly BreakdownLine[] => {
  const methods = [...new Set(refunds.map(({ method }) => method))].join(", ");
  if (backCents === 0) return [];
  const label = refundedCents > 0 ? "Refunded" : "Credit";
  return [{ key: "refund", label, cents: -backCents, ...(methods && { why: methods }) }];
};

const Standing = ({ shown: { order, breakdown } }: Props) => {
  if (breakdown.over)
    return <BreakdownNote>This price is no longer valid. We calculate it again before you pay.</BreakdownNote>;
  if (!breakdown.standsUntil) return null;
  return (
    <BreakdownNote mark="stet">
      {order.kind === "custom"
        ? "Dotted line: this price does not change."
        : `Dotted line: this price is kept until ${breakdown.standsUntil}.`}
    </BreakdownNote>
  );
};

const totalLabel = ({ money, restCents, discount, order }: ShownOrder): string => {
  const paid = money.paidCents > 0 || (order.paymentStatus === "paid" && discount !== null);
  if (paid && restCents === 0) return "Paid";
  return discount ? "To pay" : "Total";
};

/** Every line of the price with its reason, and until when it is valid. */
export const OrderFormPrice = ({ shown, className }: Props & { className?: string }) => {
  const { order, breakdown, money, restCents, backCents } = shown;
  const paid = money.paidCents > 0;
  const refunded = backCents > 0;
  const total = shown.payCents ?? shown.quote?.cents ?? null;
  const { discount } = shown;
  return (
    <PriceBreakdown
      aside={order.status === "quoted" && shown.quote ? `Version ${shown.quote.version}` : `No. ${order.number}`}
      className={cx("no-print", className)}
    >
      {total === null ? (
        <p className="soft mt-4">A person reads your request and sends you a price. You see it here first.</p>
      ) : (
        <BreakdownLines lines={[...linesOf(shown), ...(discount ? [] : refundOf(shown))]} />
      )}
      {discount && (
        <>
          <DiscountLines totalCents={order.priceCents ?? 0} line={discount} />
          {refunded && <BreakdownLines lines={refundOf(shown)} />}
        </>
      )}
      {total === null ? (
        <p className="t2 mt-4">No price yet</p>
      ) : (
        <BreakdownTotal
          cents={refunded ? money.paidCents - money.refundedCents + restCents : total}
          label={totalLabel(shown)}
          {...(refunded && { small: money.refundedCents > 0 ? "after the refund" : "after the credit" })}
          state={breakdown.standsUntil && order.priceCents !== null ? "stet" : "plain"}
        />
      )}
      {paid && restCents > 0 && (
        <div className="mt-4 border-t border-slip-rule">
          <BreakdownLines
            lines={[
              { key: "paid", label: "Paid", cents: money.paidCents - money.refundedCents, amount: true },
              { key: "rest", label: "On delivery", cents: restCents, sub: true },
            ]}
          />
        </div>
      )}
      <Standing shown={shown} />
      {paid && (
        <p className="mt-4">
          <ArrowLink icon={ReceiptText} to={`/checkout/${order.id}/receipt`}>
            Open the receipt
          </ArrowLink>
        </p>
      )}
    </PriceBreakdown>
  );
};

/** Receipts and credit notes. */
export const Documents = ({ shown: { money, order } }: Props) =>
  money.documents.length === 0 ? null : (
    <ul>
      {money.documents.map(({ number, label }, at) => (
        <li key={number}>
          <a
            href={`/checkout/${order.id}/documents/${number}.pdf`}
            className={cx(
              "grid min-h-13 grid-cols-[22px_minmax(0,1fr)_auto] items-center gap-3 border-b border-rule text-ink no-underline hover:text-pen",
              at === 0 && "border-t border-t-rule-strong",
            )}
          >
            <Icon of={ReceiptText} className="size-5 text-ink-3" />
            <span className="tabular-nums">{`${label} ${number}`}</span>
            <small className="text-(length:--text-sm) text-ink-3">PDF</small>
          </a>
        </li>
      ))}
    </ul>
  );

/** What was paid and what went back, each with its day and state; the documents, too, where the page has them nowhere else. */
export const MoneyFold = ({ shown, documents }: Props & { documents: boolean }) => {
  const { money } = shown;
  const { length } = [...money.payments, ...money.refunds];
  if (length === 0) return null;
  return (
    <Fold title="Payments" aside={counted(length, "payment")}>
      <ul className="stack [--gap:16px]">
        {money.payments.map(({ id, method, cents, at, waits }) => (
          <li key={id}>
            <b className="block">{`Paid ${formatUsd(cents)}, ${method}`}</b>
            <span className="small muted">{waits ? `${at}. A person looks at this payment.` : at}</span>
          </li>
        ))}
        {money.refunds.map(({ id, method, cents, label, at, arrival }) => (
          <li key={id}>
            <b className="block">{`Back to you ${formatUsd(cents)}, ${method}`}</b>
            <span className="small muted">{[`${label}, ${at}.`, arrival].filter(Boolean).join(" ")}</span>
          </li>
        ))}
      </ul>
      {documents && <Documents shown={shown} />}
    </Fold>
  );
};
