import { and, count, eq, inArray, like, max, or } from "drizzle-orm";
import { uncountPlaced } from "#src/modules/accounts/index.server.ts";
import { forgetFilesAt } from "#src/modules/files/index.server.ts";
import { timers } from "#src/platform/tables.ts";
import type { Work } from "#src/platform/work.ts";
import { heldRefunds } from "../second-admin/refund-tables.ts";
import { deleteOrders } from "../steps/save-order.ts";
import { dropTypedTexts } from "../storage/hidden-texts.ts";
import { dropReports, reportsOf } from "../storage/report-tables.ts";
import { customQuotes, deliveries, orderHistory, orders, ratings } from "../tables.ts";

/** Orders made for the demo, and those of which one of these people is client or writer: what goes with the demo. */
export async function demoOrderIds(work: Work, personIds: readonly string[]): Promise<string[]> {
  const theirs = [inArray(orders.clientId, [...personIds]), inArray(orders.writerId, [...personIds])];
  const rows = await work.tx
    .select({ id: orders.id })
    .from(orders)
    .where(or(eq(orders.demo, true), ...theirs));
  return rows.map(({ id }) => id);
}

/** Removes these orders with all that belongs to them here, files too. Refuses outside demo mode. */
export async function removeDemoOrders(work: Work, ids: readonly string[]): Promise<void> {
  if (work.ctx.runtime.mode !== "demo") throw new Error("Orders can be removed in demo mode only.");
  if (ids.length === 0) return;
  const own = [...ids];
  await work.tx.delete(timers).where(and(inArray(timers.subject, own), like(timers.kind, "order.%")));
  const handed = await work.tx.select({ id: deliveries.id }).from(deliveries).where(inArray(deliveries.orderId, own));
  await forgetFilesAt(
    work,
    "delivery",
    handed.map(({ id }) => id),
  );
  await dropReports(
    work,
    await reportsOf(
      work.tx,
      handed.map(({ id }) => id),
    ),
  );
  await forgetFilesAt(work, "order", own);
  const steps = await work.tx
    .select({ id: orderHistory.id })
    .from(orderHistory)
    .where(inArray(orderHistory.orderId, own));
  await forgetFilesAt(
    work,
    "evidence",
    steps.map(({ id }) => id),
  );
  await work.tx.delete(deliveries).where(inArray(deliveries.orderId, own));
  await dropTypedTexts(work.tx, own);
  await work.tx.delete(customQuotes).where(inArray(customQuotes.orderId, own));
  await work.tx.delete(ratings).where(inArray(ratings.orderId, own));
  await work.tx.delete(heldRefunds).where(inArray(heldRefunds.orderId, own));
  await work.tx.delete(orderHistory).where(inArray(orderHistory.orderId, own));
  const placed = await orderCountsAmong(work.tx, own);
  await deleteOrders(work.tx, own);
  for (const [clientId, gone] of placed)
    await uncountPlaced(work.tx, clientId, gone, await lastOrderAtOf(work.tx, clientId));
  work.audit({ action: "orders.demo-removed", subject: "demo", detail: { orders: own.length } });
}

/** How many of these orders each client placed. */
async function orderCountsAmong(tx: Work["tx"], ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await tx
    .select({ id: orders.clientId, placed: count() })
    .from(orders)
    .where(inArray(orders.id, [...ids]))
    .groupBy(orders.clientId);
  return new Map(rows.map(({ id, placed }) => [id, placed]));
}

async function lastOrderAtOf(tx: Work["tx"], clientId: string): Promise<Date | null> {
  const [row] = await tx
    .select({ at: max(orders.createdAt) })
    .from(orders)
    .where(eq(orders.clientId, clientId));
  return row?.at ?? null;
}
