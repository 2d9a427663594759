import { type Cents, formatChange, formatUsd } from "#src/shared/money.ts";

/** Cents as printed money: "$1,500.00". `change` writes an effect instead: "+ $8.40", "− $11.70", "no change". */
export const Money = ({ cents, change = false }: { cents: Cents; change?: boolean }) => (
  <span className="num nowrap" translate="no">
    {change ? formatChange(cents) : formatUsd(cents)}
  </span>
);
