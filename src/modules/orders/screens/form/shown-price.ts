import type { CalculatorState } from "#src/modules/pricing/index.screens.ts";
import type { PriceLine } from "#src/modules/pricing/index.ts";
import type { HeldQuote } from "./held.server.ts";
import type { Changed } from "./take-order.server.ts";

/** The price that the slip shows, and where it comes from. */
export type ShownPrice = {
  readonly kind: "live" | "held" | "changed";
  readonly lines: readonly PriceLine[];
  readonly subtotalBeforeDeadlineCents: number;
  readonly totalCents: number;
  readonly was?: number;
  readonly until?: string;
};

const sameWork = (a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean =>
  JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());

const holds = (held: HeldQuote, { raw, now }: CalculatorState): boolean =>
  !held.expired && now.getTime() <= Date.parse(held.validUntil) && sameWork(held.raw, raw);

/** A quote's price while it holds for the same work, else today's; a total that the server changed names the one before. */
export const shownPrice = (
  state: CalculatorState,
  held: HeldQuote | null,
  changed: Changed | undefined,
): ShownPrice | null => {
  if (held && holds(held, state)) return { ...held, kind: "held", until: held.validUntil };
  const { quote } = state;
  if (!quote) return null;
  const { lines, subtotalBeforeDeadlineCents, totalCents } = quote;
  const price = { lines, subtotalBeforeDeadlineCents, totalCents };
  const was = changed?.previousTotalCents ?? (held?.expired && sameWork(held.raw, state.raw) ? held.totalCents : null);
  return was !== null && was !== totalCents && (!changed || changed.totalCents === totalCents)
    ? { ...price, kind: "changed", was }
    : { ...price, kind: "live" };
};
