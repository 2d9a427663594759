import { randomUUID } from "node:crypto";
import { and, eq, gt } from "drizzle-orm";
import { rowsFor } from "#src/platform/database/insert-rows.ts";
import type { Work } from "#src/platform/work.ts";
import type { ChatRow } from "./chat-row.ts";
import { honestNote } from "./domain/honest-note.ts";
import { nextTimestamp } from "./domain/message.ts";
import { messages } from "./tables.ts";

const dayMs = 86_400_000;

/**
 * After a message that asks for what the house does not do: a line that says so, once a day (decisions 9). The message
 * itself is taken. Returns what the chat's row then says of its last message; nothing for ordinary words.
 */
export async function answerHonestly(work: Work, row: ChatRow, text: string, after: Date): Promise<Partial<ChatRow>> {
  const words = honestNote(text);
  if (words === null || (await wasSaid(work, row.id, words))) return {};
  const timestamp = nextTimestamp(work.now, after);
  const line = { senderId: "system", senderType: "system", senderRole: 0 } as const;
  work.later(rowsFor(messages, [{ id: randomUUID(), chatId: row.id, message: words, timestamp, ...line }]));
  return { lastMessage: words, lastMessageTime: timestamp, lastSender: "system", lastSenderRole: 0 };
}

async function wasSaid({ tx, now }: Work, chatId: string, words: string): Promise<boolean> {
  const [said] = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.chatId, chatId),
        gt(messages.timestamp, new Date(now.getTime() - dayMs)),
        eq(messages.senderType, "system"),
        eq(messages.message, words),
      ),
    )
    .limit(1);
  return said !== undefined;
}
