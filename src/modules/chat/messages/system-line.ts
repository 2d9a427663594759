import { and, eq, gt } from "drizzle-orm";
import { rowsFor } from "#src/platform/database/pipeline/index.ts";
import { newId } from "#src/platform/ids.ts";
import type { Work } from "#src/platform/work.ts";
import { dayMs } from "#src/shared/units.ts";
import { honestNote } from "../domain/honest-note.ts";
import { nextTimestamp } from "../domain/message.ts";
import { messages } from "../tables.ts";
import type { ChatRow } from "./chat-row.ts";

/**
 * Writes an automatic line, as `senderType` "system", behind the message of `after`. Returns what the chat's row then
 * says of its last message.
 */
export function writeLine(work: Work, chatId: string, text: string, after: Date | null): Partial<ChatRow> {
  const timestamp = nextTimestamp(work.now, after);
  const line = { senderId: "system", senderType: "system", senderRole: 0 } as const;
  work.defer(rowsFor(messages, [{ id: newId(), chatId, message: text, timestamp, ...line }]));
  return { lastMessage: text, lastMessageTime: timestamp, lastSender: "system", lastSenderRole: 0 };
}

/**
 * After a message that asks for what the operator does not do: a line that says so, once a day. The message
 * itself is taken. Returns what the chat's row then says of its last message; nothing for ordinary words.
 */
export async function answerHonestly(work: Work, row: ChatRow, text: string, after: Date): Promise<Partial<ChatRow>> {
  const note = honestNote(text);
  if (note === null || (await isRepeated(work, row.id, note))) return {};
  return writeLine(work, row.id, note, after);
}

async function isRepeated({ tx, now }: Work, chatId: string, text: string): Promise<boolean> {
  const [message] = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.chatId, chatId),
        gt(messages.timestamp, new Date(now.getTime() - dayMs)),
        eq(messages.senderType, "system"),
        eq(messages.message, text),
      ),
    )
    .limit(1);
  return message !== undefined;
}
