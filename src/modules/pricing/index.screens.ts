/** The door to this module's screen parts: React, for the browser and for server rendering. */
export {
  type Calculation,
  fromQuery,
  type Start,
  serviceNames,
  startCalculation,
  toQuery,
  toRaw,
} from "./screens/calculation.ts";
export { Calculator } from "./screens/calculator.tsx";
export { DeadlineStair } from "./screens/deadline-stair.tsx";
export { PriceTable } from "./screens/price-tables.tsx";
export { type Pricing, PricingProvider, usePricing } from "./screens/pricing-provider.tsx";
export { slipLines } from "./screens/quote-slip.tsx";
export { exampleTotal } from "./screens/use-calculator.ts";
export { zoneChoices, zoneWords } from "./screens/zone-choices.ts";
