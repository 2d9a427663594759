import { and, eq, inArray, isNotNull } from "drizzle-orm";
import { dropTypedTexts, orderForTalk, ordersWithTypedTexts } from "#src/modules/orders/index.server.ts";
import type { JobKind } from "#src/platform/jobs.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { threadEnd } from "../domain/thread-closed.ts";
import { threadSetting } from "../settings.ts";
import { threadMessages, threads } from "../tables.ts";

type Parts = Pick<Runtime, "db" | "clock" | "settings">;

/**
 * Deletes messages, and words of steps and deliveries, as they were typed, whose order ended longer ago than the setting.
 * @returns how many conversations and orders.
 */
export async function deleteHidden({ db, clock, settings }: Parts): Promise<number> {
  const { keepHiddenDays } = await settings.get(threadSetting);
  const held = await db
    .selectDistinct({ id: threads.id, orderId: threads.orderId })
    .from(threadMessages)
    .innerJoin(threads, eq(threads.id, threadMessages.threadId))
    .where(isNotNull(threadMessages.sealed));
  const isOver = async (orderId: string): Promise<boolean> => {
    const order = await orderForTalk(db, orderId);
    const end = order ? threadEnd(order, keepHiddenDays) : clock();
    return end !== null && end <= clock();
  };
  const over: string[] = [];
  for (const { id, orderId } of held) if (await isOver(orderId)) over.push(id);
  const ended: string[] = [];
  for (const orderId of await ordersWithTypedTexts(db)) if (await isOver(orderId)) ended.push(orderId);
  await dropTypedTexts(db, ended);
  if (over.length > 0)
    await db
      .update(threadMessages)
      .set({ sealed: null })
      .where(and(inArray(threadMessages.threadId, over), isNotNull(threadMessages.sealed)));
  return over.length + ended.length;
}

export const deleteHiddenJob: JobKind = {
  name: "delete-hidden-contacts",
  cron: "57 3 * * *",
  run: async (runtime) => {
    const gone = await deleteHidden(runtime);
    if (gone > 0) runtime.log.info({ gone }, "hidden contact details of ended orders were deleted");
  },
};
