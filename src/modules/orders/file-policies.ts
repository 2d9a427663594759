import { eq } from "drizzle-orm";
import type { FilePolicy } from "#src/modules/files/index.server.ts";
import { canSeeOrder } from "./domain/policy.ts";
import { isId, loadOrder } from "./order-row.ts";
import { deliveries } from "./tables.ts";

/** Files of an order (subject: the order's id): its client, the writer it is with, the admins. */
const orderFilePolicy: FilePolicy = {
  place: "order",
  maySee: async (ctx, orderId) => {
    const order = await loadOrder(ctx.runtime.db, orderId);
    return order !== null && canSeeOrder(order, ctx.viewer, "work");
  },
};

/** Files of a delivery (subject: its id). The client has them once it was opened: the refund ladder asks about that. */
const deliveryFilePolicy: FilePolicy = {
  place: "delivery",
  maySee: async (ctx, deliveryId) => {
    if (!isId(deliveryId)) return false;
    const [delivery] = await ctx.runtime.db
      .select({ orderId: deliveries.orderId, openedAt: deliveries.openedAt })
      .from(deliveries)
      .where(eq(deliveries.id, deliveryId));
    const order = delivery && (await loadOrder(ctx.runtime.db, delivery.orderId));
    return order ? canSeeOrder(order, ctx.viewer, delivery.openedAt ? "work" : "unopened") : false;
  },
};

export const orderFilePolicies: readonly FilePolicy[] = [orderFilePolicy, deliveryFilePolicy];
