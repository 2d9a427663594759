import { and, desc, eq, gte, inArray, isNull, lt, or } from "drizzle-orm";
import { z } from "zod";
import { batchCalls } from "#src/platform/calls-at-once.ts";
import type { Database } from "#src/platform/database/database.ts";
import { databaseRefusal } from "#src/platform/database/errors.ts";
import { parseInput } from "#src/platform/input.ts";
import { agedRows, retentionJob } from "#src/platform/retention.ts";
import type { Ctx, Runtime } from "#src/platform/runtime.ts";
import type { Work } from "#src/platform/work.ts";
import { isId } from "#src/shared/id.ts";
import { done, invalid, type Outcome } from "#src/shared/outcome.ts";
import { readCount } from "#src/shared/typed-values.ts";
import { minuteMs } from "#src/shared/units.ts";
import { makeQuote as priceNow, type Quote, type QuoteAnswer } from "../domain/quote.ts";
import { pickQuoteFields } from "../domain/quote-input.ts";
import { type LoadedPricing, loadPricing } from "../queries/load-pricing.ts";
import { answerFor, quoteRow, readSignedQuote, rowIdOf, signQuote } from "../quotes/kept-quote.ts";
import { leadSetting, quoteSetting, shopSetting } from "../settings.ts";
import { type KeptQuote, publications, quotes } from "../tables.ts";

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
  const rows = made.flatMap((outcome) => (outcome.ok && outcome.value.row ? [outcome.value.row] : []));
  if (rows.length > 0) await runtime.db.insert(quotes).values(rows);
  const tableVersion = pricing.value.version;
  return made.map((outcome) => {
    if (!outcome.ok) return outcome;
    const { id, quote } = outcome.value;
    return done(answerFor(quote, { id, tableVersion, service: quote.input.service, now, shop }));
  });
}

/** `row`: what is stored of it, nothing where the id holds all. */
type Named = { id: string; quote: Quote; row: KeptQuote | null };

/** A quote with the id that its holder gets; a guest's work must fit into it. */
function named({ runtime, viewer }: Ctx, list: LoadedPricing, quote: Quote, now: Date): Outcome<Named> {
  if (viewer.kind === "person") {
    const row = quoteRow({ table: list.table, tableVersion: list.version, quote, viewer: viewer.id, now });
    return done({ id: row.id, quote, row });
  }
  const id = signQuote(runtime, quote, list.version);
  return id === null
    ? invalid([{ path: "subject", message: "Write the subject with fewer words." }])
    : done({ id, quote, row: null });
}

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
    const made = priceNow(table, pickQuoteFields(Object.entries(sent)), rules);
    if (!made.ok || made.value.totalCents !== seen.value) continue;
    const kept = named(ctx, { table, version }, made.value, now);
    if (!kept.ok) return null;
    if (kept.value.row) await runtime.db.insert(quotes).values(kept.value.row);
    return kept.value.id;
  }
  return null;
}

type QuoteUse =
  | { found: "taken"; quote: KeptQuote }
  | { found: "used"; orderId: string }
  /** Out of its time, somebody else's, or never there. */
  | { found: "none" };

/**
 * Binds an unused, valid quote to an order that is being placed in this transaction; a rollback frees it again.
 * A second use by the same account names the order of the first.
 */
export async function claimQuote(
  work: Work,
  use: { quoteId: string; orderId: string; viewer: string },
): Promise<QuoteUse> {
  const id = rowIdOf(use.quoteId);
  const signed = isId(use.quoteId)
    ? null
    : await readSignedQuote({ ...work.ctx.runtime, db: work.tx }, use.quoteId, work.now);
  // Its hash is the key of the row: of two uses at once the second one finds the order of the first.
  if (signed) await work.tx.insert(quotes).values(signed).onConflictDoNothing();
  const mine = and(eq(quotes.id, id), or(isNull(quotes.viewer), eq(quotes.viewer, use.viewer)));
  const [taken] = await work.tx
    .update(quotes)
    .set({ usedByOrder: use.orderId, viewer: use.viewer })
    .where(and(mine, isNull(quotes.usedByOrder), gte(quotes.validUntil, work.now)))
    .returning();
  if (taken) return { found: "taken", quote: taken };
  const [there] = await work.tx.select({ order: quotes.usedByOrder }).from(quotes).where(mine);
  return there?.order ? { found: "used", orderId: there.order } : { found: "none" };
}

/** Frees a quote that this transaction took and does not need after all. */
export async function releaseQuote(work: Work, quoteId: string): Promise<void> {
  await work.tx.update(quotes).set({ usedByOrder: null }).where(eq(quotes.id, quoteId));
}

/** Removes the quotes that these orders were made from. */
export const dropQuotesOf = async (tx: Database, orderIds: readonly string[]): Promise<void> =>
  void (await tx.delete(quotes).where(inArray(quotes.usedByOrder, [...orderIds])));

/** Quotes that became no order. */
export const sweepQuotes = retentionJob("pricing.sweep-quotes", "17 3 * * *", [
  agedRows({
    key: "pricing.quotes",
    holds: "Quotes that nobody used: what was asked for, and the price",
    why: "A quote can be used for a while, and looked up for a little longer.",
    shown: "Quotes that nobody used",
    ...{ table: quotes, days: "quoteDays" },
    past: (before) => and(isNull(quotes.usedByOrder), lt(quotes.createdAt, before)),
  }),
]);
