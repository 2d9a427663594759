import { and, inArray, isNull, lt } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { sweepJob } from "#src/platform/sweeps.ts";
import { quotes } from "../tables.ts";

/** Removes the quotes that these orders were made from. */
export const dropQuotesOf = async (tx: Database, orderIds: readonly string[]): Promise<void> =>
  void (await tx.delete(quotes).where(inArray(quotes.usedByOrder, [...orderIds])));

/** Unused quotes go after 7 days. */
export const sweepQuotes = sweepJob("pricing.sweep-quotes", "17 3 * * *", 7, (db, before) =>
  db.delete(quotes).where(and(isNull(quotes.usedByOrder), lt(quotes.createdAt, before))),
);
