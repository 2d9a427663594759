import type { Calculator } from "../use-calculator.ts";

export type PriceToolsProps = {
  readonly calculator: Calculator;
  /** The quote that keeps the price on the screen, where there is one. */
  readonly quoteId?: string | undefined;
};
