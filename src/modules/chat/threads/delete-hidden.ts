import { and, eq, inArray, isNotNull } from "drizzle-orm";
import { orderForTalk } from "#src/modules/orders/index.server.ts";
import type { JobKind } from "#src/platform/jobs.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { threadEnd } from "../domain/thread-closed.ts";
import { threadSetting } from "../settings.ts";
import { threadMessages, threads } from "../tables.ts";

type Parts = Pick<Runtime, "db" | "clock" | "settings">;

/** Deletes messages as they were typed whose order ended longer ago than the setting. @returns how many orders. */
export async function deleteHidden({ db, clock, settings }: Parts): Promise<number> {
  const { keepHiddenDays } = await settings.get(threadSetting);
  const held = await db
    .selectDistinct({ id: threads.id, orderId: threads.orderId })
    .from(threadMessages)
    .innerJoin(threads, eq(threads.id, threadMessages.threadId))
    .where(isNotNull(threadMessages.sealed));
  const over: string[] = [];
  for (const { id, orderId } of held) {
    const order = await orderForTalk(db, orderId);
    const end = order ? threadEnd(order, keepHiddenDays) : clock();
    if (end && end <= clock()) over.push(id);
  }
  if (over.length > 0)
    await db
      .update(threadMessages)
      .set({ sealed: null })
      .where(and(inArray(threadMessages.threadId, over), isNotNull(threadMessages.sealed)));
  return over.length;
}

export const deleteHiddenJob: JobKind = {
  name: "delete-hidden-contacts",
  cron: "57 3 * * *",
  run: async (runtime) => {
    const gone = await deleteHidden(runtime);
    if (gone > 0) runtime.log.info({ gone }, "hidden contact details of ended orders were deleted");
  },
};
