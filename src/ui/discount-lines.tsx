import { type Cents, formatUsd } from "#src/shared/money.ts";
import { BreakdownLines } from "./price-breakdown.tsx";

type Props = {
  /** The whole price. */
  totalCents: Cents;
  /** The code with what it takes off, below zero, and how that came about. */
  line: { code: string; cents: Cents; why: string };
};

/** After the lines of a price: its total, and what a promotion code takes off it. What is to pay stands below. */
export const DiscountLines = ({ totalCents, line }: Props) => (
  <>
    <div className="between border-b border-slip-rule py-3">
      <b className="strong">Total</b>
      <span className="amt num font-serif text-[1.375rem]/7 font-[460]" translate="no">
        {formatUsd(totalCents)}
      </span>
    </div>
    <BreakdownLines lines={[{ key: "code", label: `Code ${line.code}`, cents: line.cents, why: line.why }]} />
  </>
);
