import { inArray } from "drizzle-orm";
import { z } from "zod";
import { orderForTalk, passagesShownIn, type ThreadLine, threadLines } from "#src/modules/orders/index.server.ts";
import { type AnyOrderEventName, talkSideOf } from "#src/modules/orders/index.ts";
import { command } from "#src/platform/command.ts";
import type { Database } from "#src/platform/database/database.ts";
import type { EventHandler } from "#src/platform/events.ts";
import { newId } from "#src/platform/ids.ts";
import type { Work } from "#src/platform/work.ts";
import { maskContacts } from "#src/shared/contact-details.ts";
import { kindsHiddenIn } from "#src/shared/hidden-contacts.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { minuteMs } from "#src/shared/units.ts";
import { nextTimestamp } from "../domain/message.ts";
import { threadMessages, threads } from "../tables.ts";
import { changeThread, lockThread, type ThreadRow, threadOf } from "./thread-row.ts";

/** Which of these steps' words stand in a conversation, by the steps' ids. */
export async function stepsInThread(
  db: Database,
  { history }: { history: readonly { id: string; text: string | null }[] },
): Promise<ReadonlySet<string>> {
  const asked = history.flatMap(({ id, text }) => (text === null ? [] : [id]));
  if (asked.length === 0) return new Set();
  const rows = await db.select({ id: threadMessages.id }).from(threadMessages).where(inArray(threadMessages.id, asked));
  return new Set(rows.map(({ id }) => id));
}

/** Older than later messages: it would be inserted in the wrong place. */
const isPassed = ({ at }: ThreadLine, last: Date | null): boolean =>
  last !== null && at.getTime() < last.getTime() - minuteMs;

/** Writes the steps of the order that a locked conversation does not have yet, at their times; the order only grows. */
async function followOrder(work: Work, row: ThreadRow): Promise<void> {
  const lines = await threadLines(work.tx, row.orderId);
  const ids = lines.map(({ id }) => id);
  const known = ids.length === 0 ? [] : await idsAmong(work.tx, ids);
  const isShown = await passagesShownIn(work.ctx.runtime, work.tx, row.orderId);
  let last = row.lastMessageTime;
  const fresh = lines
    .filter((line) => !known.includes(line.id) && !isPassed(line, row.lastMessageTime))
    .map(({ id, at, side, personId, text }) => {
      last = nextTimestamp(at, last);
      const message = maskContacts(text, "", isShown).text;
      const hidden = kindsHiddenIn(message);
      return { id, threadId: row.id, message, hidden, side, senderId: personId, timestamp: last };
    });
  if (fresh.length === 0) return;
  await work.tx.insert(threadMessages).values(fresh).onConflictDoNothing();
  changeThread(work, row, { lastMessageTime: last });
}

async function idsAmong(db: Database, ids: readonly string[]): Promise<readonly string[]> {
  const rows = await db
    .select({ id: threadMessages.id })
    .from(threadMessages)
    .where(inArray(threadMessages.id, [...ids]));
  return rows.map(({ id }) => id);
}

const followed = [
  "order.held",
  "order.resumed",
  "order.draft-added",
  "order.delivered",
  "order.report-added",
  "order.revision-asked",
  "order.change-agreed",
  "order.disputed",
  "order.completed",
] as const satisfies readonly AnyOrderEventName[];

/** What happens to an order stands in the conversation about it, for both sides at once. */
export const orderStepHandlers: readonly EventHandler[] = followed.map((on) => ({
  on,
  name: "chat.follow-order",
  run: async (work, { subject }) => {
    const order = await orderForTalk(work.tx, subject);
    const known = order && (await threadOf(work.tx, order));
    const row = known && (await lockThread(work.tx, known.id));
    // A conversation that nobody opened yet begins with all of it.
    if (row) await followOrder(work, row);
  },
}));

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
