import { type Decimal, decimal, formatDecimal, multiply, subtract, toCents } from "#src/shared/decimal.ts";
import { type Cents, formatUsdExact } from "#src/shared/money.ts";
import type { Amount } from "./tables.ts";

export type LineCode =
  | "work"
  | "order-type"
  | "spacing"
  | "sources"
  | "size"
  | "complexity"
  | "software"
  | "tier"
  | "difficulty"
  | "type"
  | "deadline";

/** One line of the slip. `cents` is its effect on the rounded total, `exact` the same in unrounded dollars. */
export type PriceLine = {
  readonly code: LineCode;
  readonly label: string;
  /** The arithmetic in words. */
  readonly detail: string;
  readonly cents: Cents;
  readonly exact: string;
};

/** A step from one running total to the next, both exact dollars. */
export type BreakdownStep = {
  readonly code: LineCode;
  readonly label: string;
  readonly detail: (before: Decimal) => string;
  readonly next: (before: Decimal) => Decimal;
};

export const first = (code: LineCode, label: string, detail: string, amount: Decimal): BreakdownStep => ({
  code,
  label,
  detail: () => detail,
  next: () => amount,
});

export const times = (code: LineCode, label: string, factor: Amount): BreakdownStep => ({
  code,
  label,
  detail: (before) => `× ${factor} on ${formatUsdExact(before)}`,
  next: (before) => multiply(before, decimal(factor)),
});

const zero = decimal("0");

/** The running total after these steps, in exact dollars, without a word about it. */
export const totalAfter = (steps: readonly BreakdownStep[]): Decimal =>
  steps.reduce((total, { next }) => next(total), zero);

/** Writes the lines: each is the difference of the rounded running total, so that they always add up. */
export const writeBreakdown = (steps: readonly BreakdownStep[]): { lines: readonly PriceLine[]; total: Decimal } => {
  let total = zero;
  const lines = steps.map(({ code, label, detail, next }): PriceLine => {
    const before = total;
    total = next(before);
    const cents = toCents(total) - toCents(before);
    return { code, label, detail: detail(before), cents, exact: formatDecimal(subtract(total, before), 2) };
  });
  return { lines, total };
};
