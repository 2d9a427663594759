import { z } from "zod";
import { batchCalls } from "#src/platform/batch-calls.ts";
import { databaseRefusal } from "#src/platform/database/refusals.ts";
import { parseInput } from "#src/platform/input.ts";
import type { Ctx, Runtime } from "#src/platform/runtime.ts";
import { done, invalid, type Outcome } from "#src/shared/outcome.ts";
import { makeQuote as priceNow, type Quote, type QuoteAnswer } from "../domain/quote.ts";
import { type LoadedPricing, loadPricing } from "../queries/load-pricing.ts";
import { answerFor, quoteRow } from "../quotes/kept-quote.ts";
import { signQuote } from "../quotes/signed-quote.ts";
import { leadSetting, quoteSetting, shopSetting } from "../settings.ts";
import { type KeptQuote, quotes } from "../tables.ts";

const input = z.strictObject({
  /** `form`: every value is text, and empty text is no answer. */
  mode: z.enum(["json", "form"]).default("json"),
  fields: z.unknown(),
  /** IANA zone for a typed date that came without one. */
  defaultZone: z.string().max(64).optional(),
});
type Ask = z.infer<typeof input> & { ctx: Ctx };
type Batch = (ask: Ask) => Promise<Outcome<QuoteAnswer>>;

/** Quotes that are asked for together share one read, and those of accounts one insert. */
const mostAtOnce = 64;
const batches = new WeakMap<Runtime, Batch>();

/**
 * Prices the fields now, for as long as the setting says. A person's quote is stored for the account; a guest's stands in
 * its signed id and nowhere else. Refusals: invalid (one entry for each wrong field), unavailable (no readable price list).
 */
export async function makeQuote(ctx: Ctx, raw: unknown): Promise<Outcome<QuoteAnswer>> {
  const parsed = parseInput(input, raw);
  if (!parsed.ok) return parsed;
  const batch =
    batches.get(ctx.runtime) ?? batchCalls((asks: readonly Ask[]) => priceAll(ctx.runtime, asks), mostAtOnce);
  batches.set(ctx.runtime, batch);
  try {
    return await batch({ ...parsed.value, ctx });
  } catch (error) {
    const refusal = databaseRefusal(error);
    if (refusal) return refusal;
    throw error;
  }
}

async function priceAll(runtime: Runtime, asks: readonly Ask[]): Promise<readonly Outcome<QuoteAnswer>[]> {
  const now = runtime.clock();
  const pricing = await loadPricing(runtime.db, now);
  if (!pricing.ok) return asks.map(() => pricing);
  const minimumLeadHours = await runtime.settings.get(leadSetting);
  const { validMinutes: quoteMinutes } = await runtime.settings.get(quoteSetting);
  const shop = await runtime.settings.get(shopSetting);
  const made = asks.map(({ ctx, mode, fields, defaultZone }) => {
    const quote = priceNow(pricing.value.table, fields, { mode, now, minimumLeadHours, defaultZone, quoteMinutes });
    return quote.ok ? named(ctx, pricing.value, quote.value, now) : quote;
  });
  const rows = made.flatMap((outcome) => (outcome.ok && outcome.value.row.viewer ? [outcome.value.row] : []));
  if (rows.length > 0) await runtime.db.insert(quotes).values(rows);
  return made.map((outcome) =>
    outcome.ok ? done(answerFor(outcome.value.row, { id: outcome.value.id, now, shop })) : outcome,
  );
}

type Named = { id: string; row: KeptQuote };

/** A quote with the id that its holder gets; a guest's work must fit into it. */
export function named({ runtime, viewer }: Ctx, list: LoadedPricing, quote: Quote, now: Date): Outcome<Named> {
  const person = viewer.kind === "person" ? viewer.id : null;
  const row = quoteRow({ table: list.table, tableVersion: list.version, quote, viewer: person, now });
  const id = person ? row.id : signQuote(runtime, quote, list.version);
  return id === null
    ? invalid([{ path: "subject", message: "Write the subject with fewer words." }])
    : done({ id, row });
}
