import { slipLines } from "#src/modules/pricing/index.screens.ts";
import { Slip, type SlipLine, SlipLines, SlipNote, SlipTotal } from "#src/ui/slip.tsx";
import type { ShownCheckout } from "./shown-checkout.server.ts";

const linesOf = ({ slip, quote, order }: ShownCheckout): readonly SlipLine[] => {
  if (order.kind === "priced") return slipLines(slip);
  return [{ key: "work", label: "Custom work", cents: quote?.cents ?? null, amount: true, why: quote?.scope }];
};

const Total = ({ shown }: { shown: ShownCheckout }) => {
  const { stage, priceCents, lockedUntil } = shown;
  if (stage.kind === "changed") return <SlipTotal cents={stage.cents} was={stage.wasCents} />;
  if (stage.kind === "paid") return <SlipTotal cents={priceCents} label="Paid" />;
  return <SlipTotal cents={priceCents} state={stage.kind === "pay" && lockedUntil ? "stet" : "plain"} />;
};

const Standing = ({ shown: { stage, lockedUntil, quoteUntil, zone } }: { shown: ShownCheckout }) => {
  if (stage.kind !== "pay") return null;
  if (quoteUntil) return <SlipNote mark="stet">{`This quote stands until ${quoteUntil} (${zone}).`}</SlipNote>;
  if (!lockedUntil) return null;
  return (
    <SlipNote mark="stet">
      <b>{`Price locked until ${lockedUntil} (${zone}).`}</b> The slip stays as it is, even if prices change today.
      After that we calculate it again and show you the difference. <i>Stet</i> is a proofreader’s word: let it stand.
    </SlipNote>
  );
};

/** Every line of the order with its reason, the total, and until when it stands. */
export const OrderSlip = ({ shown }: { shown: ShownCheckout }) => (
  <Slip aside={`No. ${shown.order.number}`} className="no-print">
    <SlipLines lines={linesOf(shown)} />
    {shown.deadline && <p className="small soft mt-3">{`Deadline: ${shown.deadline} (${shown.zone})`}</p>}
    <Total shown={shown} />
    <Standing shown={shown} />
  </Slip>
);
