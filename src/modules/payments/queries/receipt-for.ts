import { and, asc, eq, inArray } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { documents } from "../documents/document-tables.ts";
import type { ChargePurpose } from "../domain/charges.ts";
import { documentNumber } from "../domain/document-number.ts";
import { charges, settlements } from "../tables.ts";

/** What was paid for an order: for mails and the printed receipt. `number` is null where none was given at that time. */
export type Receipt = {
  purpose: ChargePurpose;
  number: string | null;
  cents: number;
  currency: string;
  method: string;
  paidAt: Date;
};

/** The first payment of an order's price, its parts together; null before it is paid. */
export const receiptFor = async (db: Database, orderId: string): Promise<Receipt | null> =>
  (await receiptsOf(db, orderId))[0] ?? null;

/** Each charge that was paid, oldest first, the parts of a transfer together. */
export async function receiptsOf(db: Database, orderId: string): Promise<readonly Receipt[]> {
  const paid = await db
    .select({ settlement: settlements, document: documents, purpose: charges.purpose })
    .from(settlements)
    .innerJoin(charges, eq(charges.id, settlements.chargeId))
    .leftJoin(documents, eq(documents.chargeId, settlements.chargeId))
    .where(and(eq(settlements.orderId, orderId), inArray(settlements.verdict, ["settle", "tip"])))
    .orderBy(asc(settlements.at), asc(settlements.id));
  return [...Map.groupBy(paid, ({ settlement }) => settlement.chargeId).values()].flatMap((same) => {
    const last = same.at(-1);
    if (!last) return [];
    const { currency, method, at: paidAt } = last.settlement;
    const cents = same.reduce((sum, { settlement }) => sum + settlement.cents, 0);
    return [
      {
        number: last.document && documentNumber(last.document),
        purpose: last.purpose,
        cents,
        currency,
        method,
        paidAt,
      },
    ];
  });
}
