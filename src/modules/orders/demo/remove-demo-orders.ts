import { and, eq, inArray, like } from "drizzle-orm";
import { timers } from "#src/platform/tables.ts";
import type { Work } from "#src/platform/work.ts";
import { deleteDemoOrders } from "../save-order.ts";
import { customQuotes, deliveries, orderHistory, orders } from "../tables.ts";

/** The ids of all demo orders: what other modules remove their own rows by, before `removeDemoOrders`. */
export async function demoOrderIds(work: Work): Promise<string[]> {
  const rows = await work.tx.select({ id: orders.id }).from(orders).where(eq(orders.demo, true));
  return rows.map(({ id }) => id);
}

/** Removes demo orders with all that belongs to them here; nothing else carries the mark. */
export async function removeDemoOrders(work: Work, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const own = [...ids];
  await work.tx.delete(timers).where(and(inArray(timers.subject, own), like(timers.kind, "order.%")));
  await work.tx.delete(deliveries).where(inArray(deliveries.orderId, own));
  await work.tx.delete(customQuotes).where(inArray(customQuotes.orderId, own));
  await work.tx.delete(orderHistory).where(and(inArray(orderHistory.orderId, own), eq(orderHistory.demo, true)));
  await deleteDemoOrders(work.tx, own);
  work.audit({ action: "orders.demo-removed", subject: "demo", detail: { orders: own.length } });
}
