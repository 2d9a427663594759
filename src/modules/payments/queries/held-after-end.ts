import { and, eq, sql } from "drizzle-orm";
import { endedOrders } from "#src/modules/orders/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { heldLeft, readBooks } from "../settling/books.ts";
import { ledgerEntries, ledgerTransactions } from "../tables.ts";

type HeldAfterEnd = { orderId: string; cents: number; at: Date };

/** Cancelled and refunded orders that still hold money which no refund promises, oldest first, at most `most`. */
export async function heldAfterEnd(db: Database, most: number): Promise<readonly HeldAfterEnd[]> {
  const { id, orderId } = ledgerTransactions;
  const holding = await db
    .select({ orderId })
    .from(ledgerTransactions)
    .innerJoin(ledgerEntries, and(eq(ledgerEntries.transactionId, id), eq(ledgerEntries.account, "held")))
    .groupBy(orderId)
    .having(sql`sum(${ledgerEntries.cents}) > 0`);
  const ended = await endedOrders(
    db,
    holding.map((row) => row.orderId),
  );
  const found: HeldAfterEnd[] = [];
  for (const order of ended) {
    const cents = heldLeft(order.status, await readBooks(db, order.id));
    if (cents > 0 && found.length < most) found.push({ orderId: order.id, cents, at: order.at });
  }
  return found;
}
