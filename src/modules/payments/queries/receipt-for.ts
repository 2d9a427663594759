import { and, asc, eq } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { documents } from "../document-tables.ts";
import { documentNumber } from "../domain/document-number.ts";
import { settlements } from "../tables.ts";

/** What was paid for an order: for mails and the printed receipt. `number` is null where none was given at that time. */
export type Receipt = { number: string | null; cents: number; currency: string; method: string; paidAt: Date };

/** The payment that an order's receipt is about, its parts together; null before it is paid. */
export async function receiptFor(db: Database, orderId: string): Promise<Receipt | null> {
  const paid = await db
    .select({ settlement: settlements, document: documents })
    .from(settlements)
    .leftJoin(documents, eq(documents.chargeId, settlements.chargeId))
    .where(and(eq(settlements.orderId, orderId), eq(settlements.verdict, "settle")))
    .orderBy(asc(settlements.at), asc(settlements.id));
  const [first] = paid;
  if (!first) return null;
  const same = paid.filter(({ settlement }) => settlement.chargeId === first.settlement.chargeId);
  const last = same.at(-1) ?? first;
  return {
    number: first.document && documentNumber(first.document),
    cents: same.reduce((sum, { settlement }) => sum + settlement.cents, 0),
    currency: first.settlement.currency,
    method: last.settlement.method,
    paidAt: last.settlement.at,
  };
}
