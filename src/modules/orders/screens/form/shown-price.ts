import type { CalculatorState } from "#src/modules/pricing/index.screens.ts";
import type { PriceLine } from "#src/modules/pricing/index.ts";
import { type HeldQuote, holds, isFor, type SeenTotal } from "./held-quote.ts";
import type { Changed } from "./submit-order.server.ts";

/** The price that the slip shows, and where it comes from. */
export type ShownPrice = {
  readonly kind: "live" | "held" | "changed";
  readonly lines: readonly PriceLine[];
  readonly subtotalBeforeDeadlineCents: number;
  readonly totalCents: number;
  readonly was?: number;
  /** The quote that keeps this price. */
  readonly quote?: HeldQuote;
};

export type Quotes = {
  /** The quote that the page came with. */
  readonly given: HeldQuote | null;
  /** What the server keeps of the price on the screen. */
  readonly kept: HeldQuote | null;
  /** What was seen before, without a quote. */
  readonly seen?: SeenTotal | null;
};

type Priced = Pick<ShownPrice, "lines" | "subtotalBeforeDeadlineCents" | "totalCents">;
const pricedOf = ({ lines, subtotalBeforeDeadlineCents, totalCents }: Priced): Priced => ({
  lines,
  subtotalBeforeDeadlineCents,
  totalCents,
});

/** The total that the person saw before this one, if it was another. */
const totalBefore = (
  { given, seen }: Quotes,
  { raw }: CalculatorState,
  totalCents: number,
  changed: Changed | undefined,
): number | null => {
  const before = given?.expired ? given : seen;
  const ended = before && isFor(before, raw) ? before.totalCents : null;
  const was = changed ? (changed.totalCents === totalCents ? changed.previousTotalCents : null) : ended;
  return was === totalCents ? null : was;
};

/** A quote's price while it holds for the same work, else today's; a total that changed names the one before. */
export const shownPrice = (state: CalculatorState, quotes: Quotes, changed: Changed | undefined): ShownPrice | null => {
  const quote = [quotes.given, quotes.kept].find((one) => one && holds(one, state)) ?? undefined;
  const priced = quote ?? state.quote;
  if (!priced) return null;
  const price = { ...pricedOf(priced), ...(quote && { quote }) };
  const was = totalBefore(quotes, state, price.totalCents, changed);
  if (was !== null) return { ...price, kind: "changed", was };
  return { ...price, kind: quote ? "held" : "live" };
};
