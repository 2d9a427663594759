import { and, inArray, isNull, lt } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import type { JobKind } from "#src/platform/jobs.ts";
import { dayMs } from "#src/shared/units.ts";
import { quotes } from "../tables.ts";

/** Removes the quotes that these orders were made from. */
export const dropQuotesOf = async (tx: Database, orderIds: readonly string[]): Promise<void> =>
  void (await tx.delete(quotes).where(inArray(quotes.usedByOrder, [...orderIds])));

const keptDays = 7;

/** Unused quotes go after 7 days (decisions 1). */
export const sweepQuotes: JobKind = {
  name: "pricing.sweep-quotes",
  cron: "17 3 * * *",
  run: async (runtime) => {
    const before = new Date(runtime.clock().getTime() - keptDays * dayMs);
    await runtime.db.delete(quotes).where(and(isNull(quotes.usedByOrder), lt(quotes.createdAt, before)));
  },
};
