import { useEffect, useState } from "react";
import type { CalculatorState } from "#src/modules/pricing/index.screens.ts";
import { type QuoteAnswer, quoteBody } from "#src/modules/pricing/index.ts";
import { type HeldQuote, heldOf, holds } from "./held-quote.ts";

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
