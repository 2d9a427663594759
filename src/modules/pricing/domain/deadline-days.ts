import type { Cents } from "#src/shared/money.ts";
import { rowOf, totalByRow } from "./price.ts";
import type { QuoteInput } from "./quote-input.ts";
import { type DayRules, deadlineRefusal } from "./read-deadline.ts";
import { deadlinesOf, type PricingTable } from "./tables.ts";

type DayPrice = { readonly totalCents: Cents | null; readonly refusal: string | null };

/**
 * What each moment makes of an input as its deadline: the total, or why it cannot be taken. No total where the input is wrong
 * (null) or the deadline has no effect. Null is a time that its day does not have.
 */
export const deadlinePrices = (
  table: PricingTable,
  input: QuoteInput | null,
  rules: DayRules,
): ((deadline: Date | null) => DayPrice) => {
  const totalOf = input && deadlinesOf(table, input.service) ? totalByRow(table, input) : null;
  return (deadline) => {
    const refusal = deadlineRefusal(deadline, rules);
    const priced = input && totalOf && !refusal;
    return { totalCents: priced ? totalOf(rowOf(table, { ...input, deadline }, rules.now)) : null, refusal };
  };
};
