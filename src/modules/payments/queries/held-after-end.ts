import { asc, inArray } from "drizzle-orm";
import { endedOrders } from "#src/modules/orders/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { heldLeft, readLedgers } from "../settling/books.ts";
import { ordersHolding } from "../settling/kept-sums.ts";
import { refunds } from "../tables.ts";

type HeldAfterEnd = { orderId: string; cents: number; at: Date };

/** So many orders are looked at by one statement. */
const batch = 100;

/** Cancelled and refunded orders that still hold money which no refund promises, oldest first, at most `most`. */
export async function heldAfterEnd(db: Database, most: number): Promise<readonly HeldAfterEnd[]> {
  const found: HeldAfterEnd[] = [];
  for (let ended = await endedOrders(db, ordersHolding, batch); ended.length > 0; ) {
    found.push(...(await heldOf(db, ended)));
    if (found.length >= most || ended.length < batch) break;
    ended = await endedOrders(db, ordersHolding, batch, ended.at(-1));
  }
  return found.slice(0, most);
}

async function heldOf(db: Database, ended: Awaited<ReturnType<typeof endedOrders>>): Promise<HeldAfterEnd[]> {
  const ids = ended.map((order) => order.id);
  const ledgers = await readLedgers(db, ids);
  const asked = await db
    .select()
    .from(refunds)
    .where(inArray(refunds.orderId, ids))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
  const promised = Map.groupBy(asked, (refund) => refund.orderId);
  return ended
    .map(({ id: orderId, status, at }) => {
      const books = { ledger: ledgers.get(orderId) ?? [], refunds: promised.get(orderId) ?? [] };
      return { orderId, cents: heldLeft(status, books), at };
    })
    .filter(({ cents }) => cents > 0);
}
