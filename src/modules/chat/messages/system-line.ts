import { rowsFor } from "#src/platform/database/pipeline/index.ts";
import { newId } from "#src/platform/ids.ts";
import type { Work } from "#src/platform/work.ts";
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
