import { z } from "zod";
import { orderForTalk } from "#src/modules/orders/index.server.ts";
import { talkSideOf } from "#src/modules/orders/index.ts";
import { command } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { threads } from "../tables.ts";
import { followOrder } from "./follow-order.ts";
import { threadOf } from "./thread-row.ts";

/** Makes the thread of an order and its writer when one of them first comes. An offer that waits has none yet. */
export const openThread = command<{ orderId: string }, null>("chat.open-thread", {
  input: z.strictObject({ orderId: z.uuid() }),
  run: async (work, { orderId }) => {
    const { tx, viewer, now } = work;
    const order = await orderForTalk(tx, orderId);
    const side = order && talkSideOf(order, viewer);
    if (!order || side === null || side === "admin") return notFound();
    const { clientId, writerId, status } = order;
    if (writerId === null || status === "assigned" || (await threadOf(tx, order))) return done(null);
    const fresh = { id: newId(), orderId, clientId, writerId, createdAt: now };
    const [row] = await tx.insert(threads).values(fresh).onConflictDoNothing().returning();
    if (row) await followOrder(work, row);
    return done(null);
  },
});
