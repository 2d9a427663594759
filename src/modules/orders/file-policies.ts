import { eq } from "drizzle-orm";
import type { FilePolicy } from "#src/modules/files/index.server.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { may } from "#src/shared/viewer.ts";
import { isId, loadOrder, type OrderRow } from "./order-row.ts";
import { deliveries } from "./tables.ts";

type Asker = "client" | "writer" | "office" | null;

function askerOf({ viewer }: Ctx, order: Pick<OrderRow, "clientId" | "writerId">): Asker {
  if (viewer.kind !== "person") return null;
  if (viewer.id === order.clientId) return "client";
  if (viewer.id === order.writerId) return "writer";
  return may(viewer, "orders") ? "office" : null;
}

/** Files of an order (subject: the order's id): its client, the writer it is with, the office. */
const orderFilePolicy: FilePolicy = {
  place: "order",
  maySee: async (ctx, orderId) => {
    const order = await loadOrder(ctx.runtime.db, orderId);
    return order !== null && askerOf(ctx, order) !== null;
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
    const asker = order ? askerOf(ctx, order) : null;
    return asker === "client" ? delivery?.openedAt !== null : asker !== null;
  },
};

export const orderFilePolicies: readonly FilePolicy[] = [orderFilePolicy, deliveryFilePolicy];
