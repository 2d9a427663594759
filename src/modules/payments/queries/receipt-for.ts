import { and, asc, eq } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { settlements } from "../tables.ts";

/** What was paid for an order: for mails and the printed receipt. */
export type Receipt = { cents: number; currency: string; method: string; paidAt: Date };

/** The payment that an order's receipt is about; null before it is paid. */
export async function receiptFor(db: Database, orderId: string): Promise<Receipt | null> {
  const [paid] = await db
    .select()
    .from(settlements)
    .where(and(eq(settlements.orderId, orderId), eq(settlements.verdict, "settle")))
    .orderBy(asc(settlements.at), asc(settlements.id))
    .limit(1);
  return paid ? { cents: paid.cents, currency: paid.currency, method: paid.method, paidAt: paid.at } : null;
}
