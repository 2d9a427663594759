import { decimal, multiply, toCents } from "#src/shared/decimal.ts";
import type { Cents } from "#src/shared/money.ts";
import { hourMs } from "#src/shared/units.ts";
import { WORDS_PER_PAGE } from "./names.ts";
import type { QuoteInput } from "./quote-input.ts";
import {
  type DeadlineRow,
  deadlineRows,
  deadlinesOf,
  type PricingTable,
  rowFor,
  type ServiceDeadlines,
  spokenRow,
} from "./tables.ts";
import { type BreakdownStep, type PriceLine, times, totalAfter, workSteps, writeBreakdown } from "./work-steps.ts";

type PriceNote = { readonly code: "unknown-subject"; readonly message: string };

/** A price with everything that explains it. Plain data, fit to be stored as it is. */
export type Priced = {
  readonly lines: readonly PriceLine[];
  readonly totalCents: Cents;
  readonly subtotalBeforeDeadlineCents: Cents;
  /** Pages x 275 for the two writing services, else 0. */
  readonly wordCount: number;
  /** From the moment of pricing to the deadline; null without a deadline. */
  readonly hoursLeft: number | null;
  /** Every rate and factor used, as decimal text. */
  readonly factors: Readonly<Record<string, string>>;
  /** The whole table that the multiplier was taken from; null where the deadline has no effect on the price. */
  readonly deadlineTable: ServiceDeadlines | null;
  readonly notes: readonly PriceNote[];
};

const unknownSubject: PriceNote = {
  code: "unknown-subject",
  message: "This subject is not in our list. The price for other subjects is used.",
};

const millisecondsLeft = (input: QuoteInput, pricedAt: Date): number | null =>
  input.deadline && input.deadline.getTime() - pricedAt.getTime();

/** The row of the deadline table that counts; undefined without a deadline or where it has no effect. */
export const rowOf = (table: PricingTable, input: QuoteInput, pricedAt: Date): DeadlineRow | undefined => {
  const left = millisecondsLeft(input, pricedAt);
  return left === null ? undefined : rowFor(deadlineRows(table, input.service), left);
};

const deadlineStep = (
  table: PricingTable,
  input: QuoteInput,
  unit: ServiceDeadlines["unit"],
  row?: DeadlineRow,
): BreakdownStep => {
  if (!row) return times("deadline", "Deadline: not chosen", "1");
  const message = spokenRow(row, deadlineRows(table, input.service), unit);
  return times("deadline", `Deadline: ${message}`, row.multiplier);
};

const wordCountOf = (input: QuoteInput): number =>
  input.service === "non-technical" || input.service === "technical" ? input.pages * WORDS_PER_PAGE : 0;

/**
 * The price of a checked input at the moment `pricedAt`, in US cents.
 * Without a deadline the multiplier is 1. Only the running total is rounded, once for each line shown.
 */
export const price = (table: PricingTable, input: QuoteInput, pricedAt: Date): Priced => {
  const work = workSteps(table, input);
  const deadlineTable = deadlinesOf(table, input.service);
  const row = rowOf(table, input, pricedAt);
  const last = deadlineTable ? [deadlineStep(table, input, deadlineTable.unit, row)] : [];
  const { lines, total } = writeBreakdown([...work.steps, ...last]);
  const totalCents = toCents(total);
  const deadlineCents = lines.find(({ code }) => code === "deadline")?.cents ?? 0;
  const left = millisecondsLeft(input, pricedAt);
  return {
    lines,
    totalCents,
    subtotalBeforeDeadlineCents: totalCents - deadlineCents,
    wordCount: wordCountOf(input),
    hoursLeft: left === null ? null : left / hourMs,
    factors: deadlineTable ? { ...work.factors, deadline: row?.multiplier ?? "1" } : work.factors,
    deadlineTable,
    notes: work.unknownSubject ? [unknownSubject] : [],
  };
};

/** The total of the same work at each row of its deadline table, in cents: `price` without its slip. */
export const totalByRow = (table: PricingTable, input: QuoteInput): ((row: DeadlineRow | undefined) => Cents) => {
  const before = totalAfter(workSteps(table, input).steps);
  return (row) => toCents(row ? multiply(before, decimal(row.multiplier)) : before);
};

/** The most that one order may cost: what card providers take in one payment. */
export const LARGEST_TOTAL: Cents = 99_999_999;
