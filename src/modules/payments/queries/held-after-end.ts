import { asc, inArray } from "drizzle-orm";
import { endedOrders } from "#src/modules/orders/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { heldLeft, readLedgers } from "../settling/books.ts";
import { ordersHolding } from "../settling/kept-sums.ts";
import { refunds } from "../tables.ts";

type HeldAfterEnd = { orderId: string; cents: number; at: Date };

/** Cancelled and refunded orders that still hold money which no refund promises, oldest first, at most `most`. */
export async function heldAfterEnd(db: Database, most: number): Promise<readonly HeldAfterEnd[]> {
  const ended = await endedOrders(db, ordersHolding);
  if (ended.length === 0) return [];
  const ids = ended.map((order) => order.id);
  const ledgers = await readLedgers(db, ids);
  const asked = await db
    .select()
    .from(refunds)
    .where(inArray(refunds.orderId, ids))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
  const promised = Map.groupBy(asked, (refund) => refund.orderId);
  return ended
    .map(({ id: ofOrder, status, at }) => {
      const books = { ledger: ledgers.get(ofOrder) ?? [], refunds: promised.get(ofOrder) ?? [] };
      return { orderId: ofOrder, cents: heldLeft(status, books), at };
    })
    .filter(({ cents }) => cents > 0)
    .slice(0, most);
}
