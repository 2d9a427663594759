import { useEffect, useState } from "react";
import type { CalculatorState } from "#src/modules/pricing/index.screens.ts";
import { type PriceLine, type QuoteAnswer, quoteBody } from "#src/modules/pricing/index.ts";
import type { Values } from "./posted.server.ts";

/** A stored quote whose price holds while the form asks for the same work. */
export type HeldQuote = {
  readonly id: string;
  /** The instant of the deadline, seconds too; empty when its minute says all. */
  readonly deadline: string;
  readonly raw: Values;
  readonly lines: readonly PriceLine[];
  readonly subtotalBeforeDeadlineCents: number;
  readonly totalCents: number;
  readonly validUntil: string;
  readonly expired: boolean;
};

/** A total that was seen for this work before the form was opened, and that no quote keeps. */
export type SeenTotal = Pick<HeldQuote, "raw" | "totalCents">;

/** The quote as the page shows it; `raw` is the form that asks for exactly its work. */
export const heldOf = (answer: QuoteAnswer, raw: Values, deadline = ""): HeldQuote => ({
  id: answer.id,
  deadline,
  raw,
  lines: answer.lines,
  subtotalBeforeDeadlineCents: answer.lines
    .filter(({ code }) => code !== "deadline")
    .reduce((sum, { cents }) => sum + cents, 0),
  totalCents: answer.totalCents,
  validUntil: answer.validUntil,
  expired: answer.expired ?? false,
});

const sameWork = (a: Values, b: Values): boolean =>
  JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());

export const isFor = (held: Pick<HeldQuote, "raw">, raw: Values): boolean => sameWork(held.raw, raw);

/** True while the quote is the price of this work. */
export const holds = (held: HeldQuote, { raw, now }: { raw: Values; now: Date }): boolean =>
  !held.expired && now.getTime() <= Date.parse(held.validUntil) && isFor(held, raw);

const restMs = 1000;

async function keep(raw: Readonly<Record<string, string>>, signal: AbortSignal): Promise<HeldQuote | null> {
  const headers = { "content-type": "application/json" };
  const response = await fetch("/api/quotes", { method: "POST", headers, body: quoteBody(raw), signal });
  return response.ok ? heldOf((await response.json()) as QuoteAnswer, raw) : null;
}

/**
 * Asks the server to keep the price on the screen for its 30 minutes once the answers rest, and again
 * when that time is over. Null until it is kept; without an answer from the server the price stays live.
 */
export const useKeptPrice = (state: CalculatorState, given: HeldQuote | null): HeldQuote | null => {
  const [kept, setKept] = useState<HeldQuote | null>(null);
  const stands = [given, kept].some((one) => one && holds(one, state));
  const wish = state.quote && !stands ? JSON.stringify(state.raw) : null;
  useEffect(() => {
    if (!wish) return;
    const stop = new AbortController();
    const ask = () => keep(JSON.parse(wish), stop.signal).then(setKept, () => undefined);
    const timer = setTimeout(ask, restMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [wish]);
  return kept;
};
