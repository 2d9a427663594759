import type { ReactNode } from "react";
import { breakdownLines } from "#src/modules/pricing/index.screens.ts";
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

const Total = ({ shown }: { shown: ShownCheckout }) => {
  const { stage, priceCents, lockedUntil } = shown;
  if (stage.kind === "changed") return <BreakdownTotal cents={stage.cents} was={stage.wasCents} />;
  if (stage.kind === "paid") return <BreakdownTotal cents={priceCents} label="Paid" />;
  return <BreakdownTotal cents={priceCents} state={stage.kind === "pay" && lockedUntil ? "stet" : "plain"} />;
};

type StandingProps = { shown: ShownCheckout; transfer: boolean };

const Standing = ({ shown: { stage, lockedUntil, quoteUntil, zone }, transfer }: StandingProps) => {
  if (stage.kind !== "pay") return null;
  if (transfer)
    return (
      <BreakdownNote mark="stet">
        <b>Not paid yet.</b> Transfer expected.
      </BreakdownNote>
    );
  if (quoteUntil)
    return <BreakdownNote mark="stet">{`This quote stands until ${quoteUntil} (${zone}).`}</BreakdownNote>;
  if (!lockedUntil) return null;
  return (
    <BreakdownNote mark="stet">
      <b>{`Price locked until ${lockedUntil} (${zone}).`}</b> The slip stays as it is, even if prices change today.
      After that we calculate it again and show you the difference. <i>Stet</i> is a proofreader’s word: let it stand.
    </BreakdownNote>
  );
};

/** Every line of the order with its reason, the total, and until when it stands. */
type Props = {
  shown: ShownCheckout;
  after?: ReactNode;
  /** A transfer is announced: the price stands until its wait ends. */
  transfer?: boolean;
};

export const OrderBreakdown = ({ shown, after, transfer = false }: Props) => (
  <PriceBreakdown aside={`No. ${shown.order.number}`} className="no-print">
    <BreakdownLines lines={linesOf(shown)} />
    {shown.deadline && <p className="small soft mt-3">{`Deadline: ${shown.deadline} (${shown.zone})`}</p>}
    <Total shown={shown} />
    <Standing shown={shown} transfer={transfer} />
    {after}
  </PriceBreakdown>
);
