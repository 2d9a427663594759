import { and, asc, eq, isNotNull } from "drizzle-orm";
import { z } from "zod";
import { isParty, orderForTalk, ownOrderRefusal, typedTextsOf } from "#src/modules/orders/index.server.ts";
import { command } from "#src/platform/command.ts";
import { done, notFound, refuse } from "#src/shared/outcome.ts";
import { canReadHidden } from "../domain/policy.ts";
import { threadMessages, threads } from "../tables.ts";
import { openMessage } from "./sealed.ts";

type Revealed = { id: string; side: "client" | "writer"; timestamp: Date; text: string };

/**
 * What client and writer of an order wrote as it was typed, where something was hidden: messages, and words of steps and
 * deliveries. For admins who are no side of it, while the order is disputed, on record.
 */
export const revealHidden = command<{ orderId: string }, readonly Revealed[]>("chat.reveal-hidden", {
  input: z.strictObject({ orderId: z.uuid() }),
  run: async (work, { orderId }) => {
    const order = await orderForTalk(work.tx, orderId);
    if (!order || !canReadHidden(work.viewer, order)) return notFound();
    if (isParty(order, work.viewer)) return ownOrderRefusal();
    if (order.status !== "disputed")
      return refuse("conflict", "What was hidden can be read while the order is disputed.");
    const { id, side, timestamp, sealed } = threadMessages;
    const rows = await work.tx
      .select({ id, side, timestamp, sealed })
      .from(threadMessages)
      .innerJoin(threads, eq(threads.id, threadMessages.threadId))
      .where(and(eq(threads.orderId, order.id), isNotNull(sealed)))
      .orderBy(asc(timestamp), asc(id))
      .limit(500);
    const messages = rows.map(({ sealed: kept, side: by, ...one }) => ({
      ...one,
      side: by === "client" ? by : ("writer" as const),
      text: (kept && openMessage(work.ctx.runtime, one.id, kept)) ?? "This message cannot be opened any more.",
    }));
    const words = await typedTextsOf(work.ctx.runtime, work.tx, order.id);
    const all = [...messages, ...words].toSorted((a, b) => a.timestamp.getTime() - b.timestamp.getTime());
    work.audit({ action: "chat.hidden-read", subject: order.id, detail: { messages: all.length } });
    return done(all);
  },
});
