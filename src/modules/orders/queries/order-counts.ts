import { count, inArray } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { orders } from "../tables.ts";

/** How many orders each of these clients has placed, in one statement; clients without any are missing. */
export async function orderCountsOf(db: Database, clientIds: readonly string[]): Promise<Map<string, number>> {
  if (clientIds.length === 0) return new Map();
  const rows = await db
    .select({ id: orders.clientId, placed: count() })
    .from(orders)
    .where(inArray(orders.clientId, [...clientIds]))
    .groupBy(orders.clientId);
  return new Map(rows.map(({ id, placed }) => [id, placed]));
}
