import { and, asc, eq, sql } from "drizzle-orm";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import { passagesShownIn, threadLines } from "#src/modules/orders/index.server.ts";
import type { EventHandler } from "#src/platform/events.ts";
import { type IsShown, maskContacts } from "#src/shared/contact-details.ts";
import { maskCredentials } from "#src/shared/honest-use/refusal.ts";
import { isId } from "#src/shared/id.ts";
import { threadMessages } from "../tables.ts";
import { openMessage } from "./hidden-details.ts";
import { changeThread, lockThread, threadsOf } from "./thread-row.ts";

const most = 500;
type Parts = Parameters<EventHandler["run"]>[0];

/** Support lets the other side of an order read a passage: messages that hide it are written anew from what was typed. */
export const passageShown: EventHandler = {
  on: "passage.shown",
  name: "chat.passage-shown",
  run: async (work, { payload }) => {
    const orderId = String(payload.orderId);
    if (!isId(orderId)) return;
    const isShown = await passagesShownIn(work.ctx.runtime, work.tx, orderId);
    const steps = new Map((await threadLines(work.tx, orderId)).map(({ id, text }) => [id, text]));
    for (const { id } of await threadsOf(work.tx, orderId)) {
      const row = await lockThread(work.tx, id);
      if (row && (await writeAnew(work, id, steps, isShown))) changeThread(work, row, {});
    }
  },
};

/** Whether a message of this conversation changed. */
async function writeAnew(
  { tx, ctx }: Parts,
  threadId: string,
  steps: ReadonlyMap<string, string>,
  isShown: IsShown,
): Promise<boolean> {
  const rows = await tx
    .select()
    .from(threadMessages)
    .where(and(eq(threadMessages.threadId, threadId), sql`jsonb_array_length(${threadMessages.hidden}) > 0`))
    .orderBy(asc(threadMessages.timestamp), asc(threadMessages.id))
    .limit(most);
  const writers = await findPeople(
    tx,
    rows.flatMap(({ side, senderId }) => (side === "writer" ? senderId : [])),
  );
  let changed = false;
  for (const { id, sealed, side, senderId, message } of rows) {
    const typed = sealed ? openMessage(ctx.runtime, id, sealed) : steps.get(id);
    if (!typed) continue;
    const name = side === "writer" ? (writers.get(senderId)?.name ?? "") : "";
    const { text, kinds } = maskContacts(sealed ? maskCredentials(typed) : typed, name, isShown);
    if (text === message) continue;
    changed = true;
    await tx
      .update(threadMessages)
      .set({ message: text, hidden: [...kinds] })
      .where(eq(threadMessages.id, id));
  }
  return changed;
}
