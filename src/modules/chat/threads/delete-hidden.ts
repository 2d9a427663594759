import { and, eq, inArray, isNotNull } from "drizzle-orm";
import { dropTypedTexts, orderForTalk, ordersWithTypedTexts } from "#src/modules/orders/index.server.ts";
import { daysText, type Kept, type Retained } from "#src/platform/retention.ts";
import { threadEnd } from "../domain/thread-closed.ts";
import { threadSetting } from "../settings.ts";
import { threadMessages, threads } from "../tables.ts";

type Over = { threads: string[]; orders: string[] };

/** Conversations and orders that ended longer ago than the setting and still keep something as it was typed. */
async function withHidden({ db, settings }: Kept, now: Date): Promise<Over> {
  const { keepHiddenDays } = await settings.get(threadSetting);
  const held = await db
    .selectDistinct({ id: threads.id, orderId: threads.orderId })
    .from(threadMessages)
    .innerJoin(threads, eq(threads.id, threadMessages.threadId))
    .where(isNotNull(threadMessages.sealed));
  const isOver = async (orderId: string): Promise<boolean> => {
    const order = await orderForTalk(db, orderId);
    const end = order ? threadEnd(order, keepHiddenDays) : now;
    return end !== null && end <= now;
  };
  const over: Over = { threads: [], orders: [] };
  for (const { id, orderId } of held) if (await isOver(orderId)) over.threads.push(id);
  for (const orderId of await ordersWithTypedTexts(db)) if (await isOver(orderId)) over.orders.push(orderId);
  return over;
}

/** Messages, and words of steps and deliveries, as they were typed before contact details were hidden. */
export const oldHiddenTexts: Retained = {
  key: "chat.hidden-contacts",
  holds: "Contact details that were hidden between client and writer, as they were typed, sealed",
  why: "An admin reads them in a dispute alone.",
  shown: "Contact details that we hid from the other side",
  choice: "chat",
  time: async ({ settings }) => `${daysText((await settings.get(threadSetting)).keepHiddenDays)} after the order ended`,
  remove: async (runtime, now) => {
    const over = await withHidden(runtime, now);
    await dropTypedTexts(runtime.db, over.orders);
    if (over.threads.length > 0)
      await runtime.db
        .update(threadMessages)
        .set({ sealed: null })
        .where(and(inArray(threadMessages.threadId, over.threads), isNotNull(threadMessages.sealed)));
    return over.threads.length + over.orders.length;
  },
  overdue: async (kept, now) => {
    const over = await withHidden(kept, now);
    return over.threads.length + over.orders.length;
  },
};
