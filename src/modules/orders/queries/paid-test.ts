import { and, isNotNull, sql } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { orders } from "../tables.ts";

/** Whether an order was paid with test money. */
export async function hasPaidTest(db: Database): Promise<boolean> {
  const [found] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(sql`${orders.test}`, isNotNull(orders.confirmedAt)))
    .limit(1);
  return found !== undefined;
}
