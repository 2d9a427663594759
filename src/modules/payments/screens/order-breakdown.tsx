import type { ReactNode } from "react";
import { breakdownLines } from "#src/modules/pricing/index.screens.ts";
import { cx } from "#src/ui/class-names.ts";
import { DiscountLines } from "#src/ui/discount-lines.tsx";
import {
  type BreakdownLine,
  BreakdownLines,
  BreakdownNote,
  BreakdownTotal,
  PriceBreakdown,
} from "#src/ui/price-breakdown.tsx";
import type { ShownCheckout } from "./shown-checkout.server.ts";

const linesOf = ({ breakdown, quote, order }: ShownCheckout): readonly BreakdownLine[] => {
  if (order.kind === "priced") return breakdownLines(breakdown);
  return [{ key: "work", label: "Custom work", cents: quote?.cents ?? null, amount: true, why: quote?.scope }];
};

const DueLines = ({ lines, className }: { lines: readonly BreakdownLine[]; className?: string }) => (
  <div className={cx("mt-4 border-t border-slip-rule", className)}>
    <BreakdownLines lines={lines} />
  </div>
);

const purposes: Readonly<Record<string, string>> = {
  second: "Second payment, due now",
  change: "For the change, due now",
  tip: "Tip for your writer",
};

/** Under the total: its two payments, or what is due now of a running order. */
const Due = ({ shown: { stage, payCents }, inTwo }: Pick<Props, "shown" | "inTwo">) => {
  if (stage.kind === "paid" && stage.restCents > 0)
    return (
      <DueLines
        lines={[
          { key: "paid", label: "Paid now", cents: (payCents ?? 0) - stage.restCents, amount: true },
          { key: "rest", label: "On delivery", cents: stage.restCents, sub: true },
        ]}
      />
    );
  if (stage.kind !== "pay") return null;
  const purpose = purposes[stage.purpose];
  if (purpose) return <DueLines lines={[{ key: "due", label: purpose, cents: stage.cents, amount: true }]} />;
  if (!stage.parts) return null;
  const { percent, firstCents, restCents } = stage.parts;
  return (
    <DueLines
      {...(!inTwo && { className: "in-two" })}
      lines={[
        { key: "now", label: `Now, ${percent}%`, cents: firstCents, amount: true },
        { key: "rest", label: `On delivery, ${100 - percent}%`, cents: restCents, sub: true },
      ]}
    />
  );
};

const Total = ({ shown }: { shown: ShownCheckout }) => {
  const { stage, payCents, discount, lockedUntil } = shown;
  const label = discount ? "To pay" : "Total";
  if (stage.kind === "changed")
    return <BreakdownTotal cents={stage.payCents} label={label} {...(!discount && { was: stage.wasCents })} />;
  if (stage.kind === "paid") return <BreakdownTotal cents={payCents} label={stage.restCents > 0 ? label : "Paid"} />;
  return <BreakdownTotal cents={payCents} label={label} state={isPrice(stage) && lockedUntil ? "stet" : "plain"} />;
};

/** The price before the discount; the new one where it has changed. */
const totalOf = ({ stage, priceCents }: ShownCheckout): number =>
  stage.kind === "changed" ? stage.cents : (priceCents ?? 0);

type StandingProps = { shown: ShownCheckout; transfer: boolean };

/** The price itself is paid now, not something of a running order. */
const isPrice = (stage: ShownCheckout["stage"]): boolean => stage.kind === "pay" && stage.purpose === "full";

const Standing = ({ shown: { stage, lockedUntil, quoteUntil }, transfer }: StandingProps) => {
  if (!isPrice(stage)) return null;
  if (transfer)
    return (
      <BreakdownNote mark="stet">
        <b>Not paid yet.</b> Transfer expected.
      </BreakdownNote>
    );
  if (quoteUntil)
    return <BreakdownNote mark="stet">{`Dotted line: this price is kept until ${quoteUntil}.`}</BreakdownNote>;
  if (!lockedUntil) return null;
  return (
    <BreakdownNote mark="stet">
      {`Dotted line: this price is kept until ${lockedUntil}. After that we calculate it again and show you the difference.`}
    </BreakdownNote>
  );
};

type Props = {
  shown: ShownCheckout;
  after?: ReactNode;
  /** A transfer is announced: the price stands until its wait ends. */
  transfer?: boolean;
  /** The two payments were chosen on an earlier page. */
  inTwo?: boolean;
};

/** Every line of the order with its reason, the total, and until when it is valid. */
export const OrderBreakdown = ({ shown, after, transfer = false, inTwo = false }: Props) => (
  <PriceBreakdown aside={`No. ${shown.order.number}`} className="no-print">
    <BreakdownLines lines={linesOf(shown)} />
    {shown.deadline && <p className="small soft mt-3">{`Deadline: ${shown.deadline}`}</p>}
    {shown.discount && <DiscountLines totalCents={totalOf(shown)} line={shown.discount} />}
    <Total shown={shown} />
    <Due shown={shown} inTwo={inTwo} />
    <Standing shown={shown} transfer={transfer} />
    {after}
  </PriceBreakdown>
);
