import { and, eq, gte, inArray, isNull, lt, or } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { agedRows, retentionJob } from "#src/platform/retention.ts";
import type { Work } from "#src/platform/work.ts";
import { isId } from "#src/shared/id.ts";
import { readSignedQuote, rowIdOf } from "../quotes/kept-quote.ts";
import { type KeptQuote, quotes } from "../tables.ts";

export type QuoteUse =
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
