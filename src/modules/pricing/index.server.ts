export { makeQuote } from "./commands/make-quote.ts";
export { type SavedPricing, savePricing } from "./commands/save-pricing.ts";
export { giveQuoteBack, type QuoteUse, takeQuote } from "./commands/use-quote.ts";
export { quotesDoor } from "./http.ts";
export { sweepQuotes } from "./jobs.ts";
export { type KeptInput, type KeptQuote, type KeptResult, keptParts, type PriceStep } from "./kept-quote.ts";
export { type BrowserPricing, type LoadedPricing, loadPricing, loadPricingForBrowser } from "./load-pricing.ts";
export { type FoundQuote, getQuote } from "./queries/get-quote.ts";
export { leadSetting, type Offer, offers, pricingSetting, type Shop, shopSetting } from "./settings.ts";
