import { and, asc, desc, eq, inArray, type SQL } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { rowsFor } from "#src/platform/database/pipeline/index.ts";
import type { TopicKind } from "#src/platform/live/topics.ts";
import type { Work } from "#src/platform/work.ts";
import { isId } from "#src/shared/id.ts";
import type { Viewer } from "#src/shared/viewer.ts";
import { canSeeAllOrders, followsOrder } from "../domain/policy.ts";
import type { OrderRow } from "../storage/order-row.ts";
import { orders } from "../tables.ts";

// The only file that writes to the table of orders; a test keeps everybody else out.

/** Whoever has an order open learns of each change of it. */
const orderTopic = (orderId: string): string => `order:${orderId}`;

/** Lists of all orders learn that one of them changed; its version is the time of the newest change. */
export const allOrdersTopic = "orders:all";

/** Whether each of these viewers is the client, the writer of now, or an admin for orders; one statement for all. */
async function seenOrders(db: Database, asked: readonly { viewer: Viewer; id: string }[]): Promise<readonly boolean[]> {
  const ids = [...new Set(asked.map((one) => one.id).filter(isId))];
  const rows =
    ids.length > 0
      ? await db
          .select({ id: orders.id, clientId: orders.clientId, writerId: orders.writerId })
          .from(orders)
          .where(inArray(orders.id, ids))
      : [];
  const known = new Map(rows.map((row) => [row.id, row]));
  return asked.map((one) => {
    const order = known.get(one.id);
    return order !== undefined && followsOrder(order, one.viewer);
  });
}

export const orderTopics: readonly TopicKind[] = [
  {
    kind: "order",
    maySee: async ({ runtime, viewer }, orderId) =>
      (await seenOrders(runtime.db, [{ viewer, id: orderId }]))[0] === true,
    stillSee: seenOrders,
    versions: async (db, asked) => {
      const ids = asked.filter(isId);
      const rows =
        ids.length > 0
          ? await db.select({ id: orders.id, version: orders.version }).from(orders).where(inArray(orders.id, ids))
          : [];
      return new Map(rows.map((row) => [row.id, row.version]));
    },
  },
  {
    kind: "orders",
    maySee: async ({ viewer }, id) => id === "all" && canSeeAllOrders(viewer, "admin"),
    versions: async (db) => {
      const [row] = await db.select({ at: orders.updatedAt }).from(orders).orderBy(desc(orders.updatedAt)).limit(1);
      return new Map(row ? [["all", row.at.getTime()]] : []);
    },
  },
];

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
