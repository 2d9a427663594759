import { inArray, max } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { orders } from "../tables.ts";

/** Who accepted the terms of an order from one of these network addresses, and when last. */
export async function ordersPlacedFrom(db: Database, addresses: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  if (addresses.length === 0) return new Map();
  const rows = await db
    .select({ clientId: orders.clientId, at: max(orders.consentedAt) })
    .from(orders)
    .where(inArray(orders.consentAddress, [...addresses]))
    .groupBy(orders.clientId)
    .limit(20);
  return new Map(rows.flatMap(({ clientId, at }) => (at ? [[clientId, at] as const] : [])));
}
