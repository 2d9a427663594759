import { usdString } from "#src/shared/money.ts";
import { done, invalid, type Outcome } from "#src/shared/outcome.ts";
import { hourMs, minuteMs } from "#src/shared/units.ts";
import { LARGEST_TOTAL, type Priced, price } from "./price.ts";
import { type InputRules, type QuoteInput, readQuoteInput } from "./quote-input.ts";
import type { PricingTable } from "./tables.ts";
import type { PriceLine } from "./work-steps.ts";

/** Goes up with every change of the rules that can change a total; stored with each price. */
const ENGINE_VERSION = 1;

/** How many minutes a quote holds where no setting says otherwise. */
export const DEFAULT_QUOTE_MINUTES = 30;

/** A price made at a moment, not yet stored. */
export type Quote = Priced & {
  readonly input: QuoteInput;
  /** Known fields that were sent and not used. */
  readonly ignored: readonly string[];
  readonly pricedAt: Date;
  readonly validUntil: Date;
  readonly engineVersion: number;
};

/**
 * Checks what was sent, prices it at `rules.now` and says until when it holds.
 * Refuses ("invalid", one entry for each wrong field) wrong input, a past or too near deadline, and a total above what can be paid at once.
 */
export const makeQuote = (table: PricingTable, sent: unknown, rules: InputRules): Outcome<Quote> => {
  const read = readQuoteInput(table, sent, rules);
  if (!read.ok) return invalid(read.errors);
  const priced = price(table, read.input, rules.now);
  if (priced.totalCents > LARGEST_TOTAL)
    return invalid([
      { path: "pages", message: "This work is too large for one order. Make two orders of it, or write to support." },
    ]);
  return done({
    ...priced,
    input: read.input,
    ignored: read.ignored,
    pricedAt: rules.now,
    validUntil: new Date(rules.now.getTime() + (rules.quoteMinutes ?? DEFAULT_QUOTE_MINUTES) * minuteMs),
    engineVersion: ENGINE_VERSION,
  });
};

/** What `POST /api/quotes` and `GET /api/quotes/:id` answer. */
export type QuoteAnswer = {
  readonly id: string;
  readonly currency: "USD";
  readonly total: string;
  readonly totalCents: number;
  readonly wordCount: number;
  readonly lines: readonly PriceLine[];
  readonly ignored: readonly string[];
  /** Sentences a person should see, for example that the subject's price is the one for other subjects. */
  readonly notes: readonly string[];
  readonly tableVersion: number;
  readonly validUntil: string;
  readonly expired?: true;
  /** False while nobody can order this work. */
  readonly orderable: boolean;
  /** Why not, in words for the client; null when it can be ordered. */
  readonly reason: string | null;
};

/** What of a quote its answer shows. */
export type Answerable = Pick<Quote, "totalCents" | "wordCount" | "lines" | "ignored" | "notes" | "validUntil">;

/** The answer for a stored quote; `expired` appears only after its end. `closed`: why nobody can order this work now. */
export const quoteAnswer = (
  quote: Answerable,
  stored: { id: string; tableVersion: number; now: Date; closed: string | null },
): QuoteAnswer => ({
  id: stored.id,
  currency: "USD",
  total: usdString(quote.totalCents),
  totalCents: quote.totalCents,
  wordCount: quote.wordCount,
  lines: quote.lines,
  ignored: quote.ignored,
  notes: quote.notes.map(({ message }) => message),
  tableVersion: stored.tableVersion,
  validUntil: quote.validUntil.toISOString(),
  ...(isExpired(quote.validUntil, stored.now) ? { expired: true } : {}),
  orderable: stored.closed === null,
  reason: stored.closed,
});

/** A quote holds up to and including its end. */
export const isExpired = (validUntil: Date, now: Date): boolean => now.getTime() > validUntil.getTime();

/** The end of an order's price lock: placing + the smaller of 72 hours and a quarter of the time to the deadline. */
export const lockEnd = (placedAt: Date, deadline: Date): Date => {
  const quarter = Math.floor((deadline.getTime() - placedAt.getTime()) / 4);
  return new Date(placedAt.getTime() + Math.max(0, Math.min(72 * hourMs, quarter)));
};

/** Characters of a quote's id at most: a guest's holds the whole quote, signed. */
export const longestQuoteId = 1500;

/** What people call a quote: "Q-7F3A90C2", from the last digits of its id. */
export const quoteNumber = (id: string): string => `Q-${id.slice(-8).toUpperCase()}`;
