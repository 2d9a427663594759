import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { done } from "#src/shared/outcome.ts";
import { makeQuote as priceNow, type QuoteAnswer } from "../domain/quote.ts";
import { answerFor, keepQuote } from "../kept-quote.ts";
import { loadPricing } from "../load-pricing.ts";
import { leadSetting } from "../settings.ts";

const input = z.strictObject({
  /** `form`: every value is text, and empty text is no answer. */
  mode: z.enum(["json", "form"]).default("json"),
  fields: z.unknown(),
  /** IANA zone for a typed date that came without one. */
  defaultZone: z.string().max(64).optional(),
});

/**
 * Prices the fields now and keeps the quote for 30 minutes; a person's belongs to the account, a guest's to its id.
 * Refusals: invalid (one entry for each wrong field), unavailable (no readable price list).
 */
export const makeQuote = command<z.infer<typeof input>, QuoteAnswer>("pricing.make-quote", {
  input,
  run: async (work, { mode, fields, defaultZone }) => {
    const pricing = await loadPricing(work.tx, work.now);
    if (!pricing.ok) return pricing;
    const { table, version } = pricing.value;
    const minimumLeadHours = await work.ctx.house.settings.get(leadSetting);
    const quote = priceNow(table, fields, { mode, now: work.now, minimumLeadHours, defaultZone });
    if (!quote.ok) return quote;
    const viewer = work.viewer.kind === "person" ? work.viewer.id : null;
    const row = await keepQuote(work.tx, { table, tableVersion: version, quote: quote.value, viewer, now: work.now });
    return done(answerFor(row, work.now));
  },
});
