import { gt, inArray, sql } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { heldOrders } from "./kept-tables.ts";

/** Adds what a transaction moved on the account "held" of an order, in the transaction that writes it. */
export async function addToHeld(tx: Database, held: typeof heldOrders.$inferSelect): Promise<void> {
  if (held.cents === 0) return;
  await tx
    .insert(heldOrders)
    .values(held)
    .onConflictDoUpdate({ target: heldOrders.orderId, set: { cents: sql`${heldOrders.cents} + excluded.cents` } });
}

/** The orders that hold money now, by an index of them alone. */
export async function ordersHolding(db: Database): Promise<string[]> {
  const rows = await db.select({ orderId: heldOrders.orderId }).from(heldOrders).where(gt(heldOrders.cents, 0));
  return rows.map(({ orderId }) => orderId);
}

/** For the end of a demo alone, with the ledger of these orders. */
export const dropHeldOf = (tx: Database, orderIds: readonly string[]): Promise<unknown> =>
  tx.delete(heldOrders).where(inArray(heldOrders.orderId, [...orderIds]));
