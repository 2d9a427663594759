import { and, inArray, isNull, lt } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { agedRows, retentionJob } from "#src/platform/retention.ts";
import { quotes } from "../tables.ts";

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
