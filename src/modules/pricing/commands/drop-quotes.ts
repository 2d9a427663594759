import { inArray } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { quotes } from "../tables.ts";

/** Removes the quotes that these orders were made from. */
export const dropQuotesOf = async (tx: Database, orderIds: readonly string[]): Promise<void> =>
  void (await tx.delete(quotes).where(inArray(quotes.usedByOrder, [...orderIds])));
