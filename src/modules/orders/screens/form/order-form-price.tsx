import {
  breakdownLines,
  CalculatorLines,
  type CalculatorState,
  LaterNote,
  PriceToolsFold,
} from "#src/modules/pricing/index.screens.ts";
import { figures } from "#src/shared/counted.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Button } from "#src/ui/button.tsx";
import { BreakdownLines, BreakdownNote, BreakdownTotal, PriceBreakdown } from "#src/ui/price-breakdown.tsx";
import type { ShownPrice } from "./shown-price.ts";

type Props = {
  state: CalculatorState;
  price: ShownPrice | null;
  action: string;
  busy: boolean;
};

/** A kept price that is also today's is shown as the live one: with its corrections and notes. */
const isToday = (state: CalculatorState, { kind, totalCents }: ShownPrice): boolean =>
  kind === "live" || (kind === "held" && state.quote?.totalCents === totalCents);

const Lines = ({ state, price }: Pick<Props, "state" | "price">) => {
  if (!price || isToday(state, price)) return <CalculatorLines calculator={state} />;
  return (
    <>
      <BreakdownLines lines={breakdownLines(price)} />
      <BreakdownTotal cents={price.totalCents} {...(price.was !== undefined && { was: price.was })} />
    </>
  );
};

/** The price line by line, with the one button of the form. */
export const OrderFormPrice = ({ state, price, action, busy }: Props) => {
  const count = state.quote?.wordCount ?? 0;
  return (
    <PriceBreakdown id="slip" aside={count > 0 ? `${figures(count)} words` : undefined}>
      <Lines state={state} price={price} />
      <Button block id="place" className="mt-5" busy={busy}>
        {busy ? "Placing the order" : action}
      </Button>
      {price?.quote && (
        <BreakdownNote mark="stet">
          {`This price is valid until ${formatMoment(new Date(price.quote.validUntil), state.calculation.when.zone)}.`}
        </BreakdownNote>
      )}
      {price && isToday(state, price) && <LaterNote calculator={state} />}
      <PriceToolsFold calculator={state} quoteId={price?.quote?.id} />
    </PriceBreakdown>
  );
};
