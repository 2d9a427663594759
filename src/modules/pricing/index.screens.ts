/** This module's API for screens: React, for the browser and for server rendering. */
export { breakdownLines } from "./screens/breakdown-lines.ts";
export {
  type Calculation,
  fromQuery,
  proposedDeadline,
  type Start,
  startCalculation,
  toRaw,
} from "./screens/calculation.ts";
export { Calculator, type ClosedServices } from "./screens/calculator.tsx";
export { DeadlineStepField, FreeDeadline } from "./screens/deadline-fields.tsx";
export { DeadlinePrices } from "./screens/deadline-prices.tsx";
export { serviceNames, workLabels } from "./screens/field-labels.ts";
export { FoldedDeadline } from "./screens/folded-deadline.tsx";
export { PriceTable } from "./screens/price-tables.tsx";
export { type Pricing, PricingProvider } from "./screens/pricing-provider.tsx";
export { CalculatorLines, LaterNote } from "./screens/quote-breakdown.tsx";
export { PriceToolsFold } from "./screens/tools/price-tools-fold.tsx";
export { type Calculator as CalculatorState, exampleTotal, useCalculator } from "./screens/use-calculator.ts";
export * as workFields from "./screens/work-fields.tsx";
