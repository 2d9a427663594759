import { and, eq } from "drizzle-orm";
import type { FilePolicy, HangingAt } from "#src/modules/files/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { isId } from "#src/shared/id.ts";
import { canSeeOrder, isClosedFor } from "./domain/policy.ts";
import { loadOrder } from "./order-row.ts";
import { deliveries, orderHistory, orders } from "./tables.ts";

/** Files of an order (subject: the order's id): its client, the writer it is with, the admins. */
const orderFilePolicy: FilePolicy = {
  purpose: "order",
  maySee: async (ctx, orderId) => {
    const order = await loadOrder(ctx.runtime.db, orderId);
    return order !== null && canSeeOrder(order, ctx.viewer, "work");
  },
};

/** Files of a delivery (subject: its id). The client has them once it was opened: the refund ladder asks about that. */
const deliveryFilePolicy: FilePolicy = {
  purpose: "delivery",
  maySee: async (ctx, deliveryId) => {
    if (!isId(deliveryId)) return false;
    // One statement, found or not: how long a refusal takes says nothing.
    const [found] = await ctx.runtime.db
      .select({
        clientId: orders.clientId,
        writerId: orders.writerId,
        openedAt: deliveries.openedAt,
        final: deliveries.final,
        unpaidCents: orders.unpaidCents,
      })
      .from(deliveries)
      .innerJoin(orders, eq(orders.id, deliveries.orderId))
      .where(eq(deliveries.id, deliveryId));
    const closed = found?.openedAt === null || (found?.final && isClosedFor(found, ctx.viewer));
    return found !== undefined && canSeeOrder(found, ctx.viewer, closed ? "unopened" : "work");
  },
};

/** What proves a claim or an answer in a dispute (subject: the step's id): both sides and the admins, like its words. */
const evidenceFilePolicy: FilePolicy = {
  purpose: "evidence",
  maySee: async (ctx, stepId) => {
    if (!isId(stepId)) return false;
    const [found] = await ctx.runtime.db
      .select({
        clientId: orders.clientId,
        writerId: orders.writerId,
        since: orders.assignedAt,
        at: orderHistory.at,
      })
      .from(orderHistory)
      .innerJoin(orders, eq(orders.id, orderHistory.orderId))
      .where(eq(orderHistory.id, stepId));
    if (!found) return false;
    const before = found.since === null || found.at < found.since;
    return canSeeOrder(before ? { ...found, writerId: null } : found, ctx.viewer, "work");
  },
};

export const orderFilePolicies: readonly FilePolicy[] = [orderFilePolicy, deliveryFilePolicy, evidenceFilePolicy];

/** Whether what hangs there is of this order: at the order itself, at a delivery or at a step of it. */
export async function hangsAtOrder(db: Database, orderId: string, at: HangingAt): Promise<boolean> {
  const { purpose, attachedTo } = at;
  if (attachedTo === null || !isId(orderId)) return false;
  if (purpose === "order" || purpose === "proof") return attachedTo === orderId;
  if (purpose !== "delivery" && purpose !== "evidence") return false;
  const rows = purpose === "delivery" ? deliveries : orderHistory;
  return (await db.$count(rows, and(eq(rows.id, attachedTo), eq(rows.orderId, orderId)))) > 0;
}
