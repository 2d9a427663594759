import { newId } from "#src/platform/ids.ts";
import { deadlineSteps } from "../domain/deadline-steps.ts";
import { isService } from "../domain/names.ts";
import { type Quote, quoteAnswer } from "../domain/quote.ts";
import { type QuoteInput, toRawInput } from "../domain/quote-input.ts";
import type { PricingTable } from "../domain/tables.ts";
import { closedFor, type Shop } from "../settings.ts";
import type { KeptInput, KeptQuote, KeptResult, PriceStep } from "../tables.ts";

/** The price of the same work at each step of the deadline table, nearest first; empty where time costs nothing. */
const priceStepsOf = (table: PricingTable, input: QuoteInput, pricedAt: Date): readonly PriceStep[] =>
  deadlineSteps(table, input, pricedAt, 0).map((step) => ({ upToHours: step.boundHours, cents: step.totalCents }));

/** A quote as plain data: what a stored quote and an order's snapshot keep. */
export const keptParts = (table: PricingTable, quote: Quote): { inputs: KeptInput; result: KeptResult } => {
  const { lines, totalCents, subtotalBeforeDeadlineCents, wordCount, hoursLeft, factors, deadlineTable, notes } = quote;
  const priced = {
    lines,
    totalCents,
    subtotalBeforeDeadlineCents,
    wordCount,
    hoursLeft,
    factors,
    deadlineTable,
    notes,
  };
  return {
    inputs: toRawInput(quote.input),
    result: { ...priced, ignored: quote.ignored, priceSteps: priceStepsOf(table, quote.input, quote.pricedAt) },
  };
};

export type QuoteParts = { table: PricingTable; tableVersion: number; quote: Quote; viewer: string | null; now: Date };

/** A new quote as the row that keeps it. */
export function quoteRow(parts: QuoteParts): KeptQuote {
  const { quote, now } = parts;
  return {
    id: newId(),
    viewer: parts.viewer,
    service: quote.input.service,
    ...keptParts(parts.table, quote),
    tableVersion: parts.tableVersion,
    engineVersion: quote.engineVersion,
    pricedAt: quote.pricedAt,
    validUntil: quote.validUntil,
    usedByOrder: null,
    createdAt: now,
  };
}

/** The public answer for a quote. `id`: what its holder names it by. */
export const answerFor = (
  { result, validUntil, tableVersion, service }: KeptQuote,
  { id, now, shop }: { id: string; now: Date; shop: Shop },
) =>
  quoteAnswer(
    { ...result, validUntil },
    { id, tableVersion, now, closed: isService(service) ? closedFor(shop, service) : null },
  );
