import { desc, eq } from "drizzle-orm";
import type { Ctx } from "#src/platform/runtime.ts";
import { readCount } from "#src/shared/typed-number.ts";
import { minuteMs } from "#src/shared/units.ts";
import { makeQuote } from "../domain/quote.ts";
import { pickQuoteFields } from "../domain/quote-input.ts";
import { type LoadedPricing, loadPricing } from "../queries/load-pricing.ts";
import { leadSetting, quoteSetting } from "../settings.ts";
import { publications, quotes } from "../tables.ts";
import { named } from "./make-quote.ts";

type Sent = Readonly<Record<string, string>>;

/** The price lists that were in force at some time since `since`, the newest first. */
async function listsSince({ runtime: { db } }: Ctx, now: LoadedPricing, since: Date): Promise<LoadedPricing[]> {
  const newest = await db
    .select({ version: publications.version, table: publications.table, at: publications.at })
    .from(publications)
    .where(eq(publications.state, "published"))
    .orderBy(desc(publications.version))
    .limit(10);
  const lists = [now];
  for (const [place, { version, table }] of newest.entries()) {
    const end = newest[place - 1]?.at;
    if (version !== null && version < now.version && end && end > since) lists.push({ version, table });
  }
  return lists;
}

/**
 * Keeps the total that a calculator showed (`seenCents`, at `seenAt`) as a quote, by the price list that it was made
 * with, for as long as a quote of that moment holds. Gives the quote's id; null where no list in force since then gives
 * this total, or the moment lies further back than a quote holds.
 */
export async function keepSeenPrice(ctx: Ctx, { seenCents = "", seenAt = "", ...sent }: Sent, defaultZone: string) {
  const { runtime } = ctx;
  const now = runtime.clock();
  const [seen, at] = [readCount(seenCents), new Date(seenAt)];
  const { validMinutes: quoteMinutes } = await runtime.settings.get(quoteSetting);
  const since = new Date(now.getTime() - quoteMinutes * minuteMs);
  if (!seen.ok || Number.isNaN(at.getTime()) || at < since) return null;
  const current = await loadPricing(runtime.db, now);
  if (!current.ok) return null;
  const minimumLeadHours = await runtime.settings.get(leadSetting);
  const rules = { mode: "form", now: at < now ? at : now, minimumLeadHours, defaultZone, quoteMinutes } as const;
  for (const { table, version } of await listsSince(ctx, current.value, since)) {
    const made = makeQuote(table, pickQuoteFields(Object.entries(sent)), rules);
    if (!made.ok || made.value.totalCents !== seen.value) continue;
    const kept = named(ctx, { table, version }, made.value, now);
    if (!kept.ok) return null;
    if (kept.value.row.viewer) await runtime.db.insert(quotes).values(kept.value.row);
    return kept.value.id;
  }
  return null;
}
