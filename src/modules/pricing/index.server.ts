export { makeQuote } from "./commands/make-quote.ts";

export { giveQuoteBack, takeQuote } from "./commands/use-quote.ts";
export { quotesDoor } from "./http.ts";
export { sweepQuotes } from "./jobs.ts";
export { type KeptInput, type KeptQuote, type KeptResult, keptParts } from "./kept-quote.ts";
export { type LoadedPricing, loadPricing, loadPricingForBrowser } from "./load-pricing.ts";
export { quoteData } from "./personal-data.ts";
export { getQuote } from "./queries/get-quote.ts";
export { leadSetting, type Offer, offers, pricingSetting, type Shop, shopSetting } from "./settings.ts";
