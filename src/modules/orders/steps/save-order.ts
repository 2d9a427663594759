import { and, asc, eq, inArray, type SQL } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { rowsFor } from "#src/platform/database/pipeline/index.ts";
import type { Work } from "#src/platform/work.ts";
import type { OrderRow } from "../storage/order-row.ts";
import { allOrdersTopic, orderTopic } from "../storage/topics.ts";
import { orders } from "../tables.ts";

// The only file that writes to the table of orders; a test keeps everybody else out.

type Columns = Partial<Omit<OrderRow, "id" | "version" | "stepVersion" | "updatedAt">>;

/** Inserts a new order at the end of the command. */
export const insertOrder = (work: Work, row: OrderRow): void => {
  work.defer(rowsFor(orders, [row]));
  work.publish(allOrdersTopic, row.updatedAt.getTime());
};

/**
 * Writes columns unless the order has changed since it was loaded: compare-and-set on `version`, null when it has.
 * `quiet`: nobody who looks at the order has to look again before acting (`stepVersion` stays).
 */
export async function saveOrder(
  work: Work,
  order: OrderRow,
  columns: Columns,
  { quiet = false } = {},
): Promise<OrderRow | null> {
  const version = order.version + 1;
  const stepVersion = quiet ? order.stepVersion : order.stepVersion + 1;
  const [after] = await work.tx
    .update(orders)
    .set({ ...columns, version, stepVersion, updatedAt: work.now })
    .where(and(eq(orders.id, order.id), eq(orders.version, order.version)))
    .returning();
  if (after) {
    work.publish(orderTopic(after.id), after.version);
    work.publish(allOrdersTopic, work.now.getTime());
  }
  return after ?? null;
}

/** `saveOrder` for an order that the transaction holds locked: nobody can have changed it. */
export async function saveLocked(work: Work, order: OrderRow, columns: Columns): Promise<OrderRow> {
  const after = await saveOrder(work, order, columns, { quiet: true });
  if (!after) throw new Error("A locked order was changed by somebody else.");
  return after;
}

/** Orders of a condition, locked in the order of their ids until the transaction ends. */
export const lockOrders = (tx: Database, which: SQL | undefined): Promise<OrderRow[]> =>
  tx.select().from(orders).where(which).orderBy(asc(orders.id)).for("update");

/** For the end of a demo alone: orders of a real installation stay. */
export const deleteOrders = (tx: Database, ids: readonly string[]): Promise<unknown> =>
  tx.delete(orders).where(inArray(orders.id, [...ids]));
