import { and, asc, eq, notInArray } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { orders } from "../tables.ts";

/** Nothing more happens by itself in these. */
export const endedStates = ["completed", "cancelled", "refunded"] as const;

/** The numbers of the orders that this person placed and that are not closed, at most 20. */
export async function openOrderNumbersOf(db: Database, clientId: string): Promise<string[]> {
  const rows = await db
    .select({ number: orders.number })
    .from(orders)
    .where(and(eq(orders.clientId, clientId), notInArray(orders.status, [...endedStates])))
    .orderBy(asc(orders.createdAt))
    .limit(20);
  return rows.map(({ number }) => number);
}
