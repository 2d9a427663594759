import { and, count, eq, gt, ne } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import type { Work } from "#src/platform/work.ts";
import { done, refuse } from "#src/shared/outcome.ts";
import { notInitialized } from "../domain/message.ts";
import type { Side } from "../domain/policy.ts";
import { type ChatRow, changeChat, chatFor, ownChat } from "../messages/chat-row.ts";
import { chatTopic } from "../messages/topics.ts";
import { messages } from "../tables.ts";

/** Makes the viewer's own chat at its first opening; its id is the account's id. Admins have none. */
export const openChat = command<Record<string, never>, { chatId: string }>("chat.open", {
  input: z.strictObject({}),
  run: async (work) => {
    if (work.viewer.kind !== "person") return refuse("signed-out", "Sign in to chat with support.");
    const row = await ownChat(work);
    return row ? done({ chatId: row.id }) : refuse("conflict", notInitialized);
  },
});

const input = z.strictObject({ chatId: z.uuid(), to: z.coerce.date() });

/** The viewer's side has read up to this instant; an earlier one changes nothing. */
export const markRead = command<z.infer<typeof input>, null>("chat.mark-read", {
  input,
  run: async (work, { chatId, to }) => {
    const found = await chatFor(work, chatId);
    if (!found.ok) return found;
    const { row, side } = found.value;
    const end = row.lastMessageTime && to > row.lastMessageTime ? row.lastMessageTime : to;
    const before = side === "person" ? row.clientReadTo : row.supportReadTo;
    if (before && before >= end) return done(null);
    const unread = await unreadAfter(work, row, side, end);
    changeChat(
      work,
      row,
      side === "person" ? { clientReadTo: end, clientUnread: unread } : { supportReadTo: end, supportUnread: unread },
    );
    work.ctx.runtime.live.ephemeral(chatTopic(chatId), { seen: side, to: end.toISOString() });
    return done(null);
  },
});

/** Messages of the other side after `end`. */
async function unreadAfter({ tx }: Work, row: ChatRow, side: Side, end: Date): Promise<number> {
  const own = eq(messages.senderId, row.id);
  const [left] = await tx
    .select({ many: count() })
    .from(messages)
    .where(
      and(
        eq(messages.chatId, row.id),
        gt(messages.timestamp, end),
        side === "person" ? ne(messages.senderId, row.id) : own,
      ),
    );
  return left?.many ?? 0;
}
