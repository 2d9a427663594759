import { and, asc, eq, gt, ne } from "drizzle-orm";
import { maskedName } from "#src/modules/files/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { chats, messages } from "../tables.ts";

export type AdminChatState = {
  name: string;
  /** The beginning of the newest message. */
  said: string;
  since: Date;
  unread: number;
  assignedTo: string | null;
};

/** A chat that waits for Support, for its notices; null when nothing waits there. */
export async function chatForAdmin(db: Database, chatId: string): Promise<AdminChatState | null> {
  const [row] = await db.select().from(chats).where(eq(chats.id, chatId));
  if (!row?.waitingSince) return null;
  const { userName: name, lastMessage, waitingSince: since, supportUnread: unread, assignedTo } = row;
  return { name, said: lastMessage ?? "", since, unread, assignedTo };
}

export type Unread = { personId: string; texts: string[]; newest: Date };

/** Answers that a person has not read yet, for a mail; null when there is nothing. */
export async function unreadAnswers(db: Database, chatId: string): Promise<Unread | null> {
  const [row] = await db.select().from(chats).where(eq(chats.id, chatId));
  if (!row || row.clientUnread === 0) return null;
  const rows = await db
    .select({ message: messages.message, name: messages.attachmentName, at: messages.timestamp })
    .from(messages)
    .where(
      and(
        eq(messages.chatId, chatId),
        ne(messages.senderId, chatId),
        row.clientReadTo ? gt(messages.timestamp, row.clientReadTo) : undefined,
      ),
    )
    .orderBy(asc(messages.timestamp), asc(messages.id))
    .limit(20);
  const newest = rows.at(-1)?.at;
  if (!newest) return null;
  return {
    personId: row.id,
    texts: rows.map(({ message, name }) => message || `File: ${maskedName(name ?? "attachment")}`),
    newest,
  };
}

/** How many messages of Support a person has not read; 0 without a chat. */
export async function countUnreadAnswers(db: Database, chatId: string): Promise<number> {
  const [row] = await db.select({ unread: chats.clientUnread }).from(chats).where(eq(chats.id, chatId));
  return row?.unread ?? 0;
}
