import { desc, inArray } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import type { TopicKind } from "#src/platform/live/topics.ts";
import { isId } from "#src/shared/id.ts";
import type { Viewer } from "#src/shared/viewer.ts";
import { canSeeAllOrders, followsOrder } from "../domain/policy.ts";
import { orders } from "../tables.ts";

/** Whoever has an order open learns of each change of it. */
export const orderTopic = (orderId: string): string => `order:${orderId}`;

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
