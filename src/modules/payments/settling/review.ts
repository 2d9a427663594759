import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { settlements } from "../tables.ts";

export const waitsForReview = and(eq(settlements.verdict, "review"), isNull(settlements.reviewedAt));

/** Has money come for this order that a person must look at first? */
export async function underReview(db: Database, orderId: string): Promise<boolean> {
  const [one] = await db
    .select({ id: settlements.id })
    .from(settlements)
    .where(and(eq(settlements.orderId, orderId), waitsForReview))
    .limit(1);
  return one !== undefined;
}
