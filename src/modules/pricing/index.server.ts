export { claimQuote, dropQuotesOf, makeQuote, releaseQuote, sweepQuotes } from "./commands/quotes.ts";
export { orRepair, priceEditor } from "./editor/price-editor.ts";
export { publishTimer } from "./editor/publish.ts";
export { openQuotesUnder, runTrial } from "./editor/run-trial.ts";
export { type Direction, directionOf, type Trial } from "./editor/trial.ts";
export { pricesDto, quoteDto, quoteHandlers, quoteRequest } from "./http.ts";
export {
  type LawNotes,
  lawChoices,
  lawCountries,
  lawNotes,
  lawSetting,
  notSoldIn,
  onlyTutoringIn,
  onlyTutoringNow,
  openChoices,
  type Sold,
  soldIn,
} from "./law.ts";
export { exampleCents, pricePageValues } from "./page-values.ts";
export { quoteData } from "./personal-data.ts";
export { type LoadedPricing, loadPricing, loadPricingForBrowser } from "./queries/load-pricing.ts";
export { begunOrder } from "./quotes/begun-order.ts";
export { getQuote, keptParts } from "./quotes/kept-quote.ts";
export { quoteDocument } from "./quotes/quote-document.ts";
export { startCalculation, toRaw } from "./screens/calculation.ts";
export { serviceNames } from "./screens/field-labels.ts";
export {
  closedFor,
  closeNewShop,
  leadSetting,
  type Offer,
  offers,
  pricingSetting,
  quoteSetting,
  shopSetting,
} from "./settings.ts";
export type { KeptInput, KeptQuote, KeptResult } from "./tables.ts";
