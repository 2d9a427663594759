/** This module's API for screens: React, for the browser and for server rendering. */
export {
  type Calculation,
  fromQuery,
  type Start,
  serviceNames,
  startCalculation,
  toRaw,
} from "./screens/calculation.ts";
export { Calculator } from "./screens/calculator.tsx";
export { ExactDeadline, FreeDeadline, StepRuler } from "./screens/deadline-fields.tsx";
export { DeadlineStair } from "./screens/deadline-stair.tsx";
export { PriceTable } from "./screens/price-tables.tsx";
export { type Pricing, PricingProvider } from "./screens/pricing-provider.tsx";
export { CalculatorLines, LaterNote, slipLines } from "./screens/quote-slip.tsx";
export { type Calculator as CalculatorState, exampleTotal, useCalculator } from "./screens/use-calculator.ts";
export * as workFields from "./screens/work-fields.tsx";
export { zoneChoices, zoneWords } from "./screens/zone-choices.ts";
