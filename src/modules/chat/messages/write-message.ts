import { rowsFor } from "#src/platform/database/pipeline/index.ts";
import { newId } from "#src/platform/ids.ts";
import type { Work } from "#src/platform/work.ts";
import { maskCredentials } from "#src/shared/honest-use/refusal.ts";
import { nextTimestamp, shortMessage } from "../domain/message.ts";
import type { Side } from "../domain/policy.ts";
import { messages } from "../tables.ts";
import { type ChatRow, changeChat } from "./chat-row.ts";

export type Attached = Partial<
  Pick<typeof messages.$inferInsert, "attachment" | "attachmentName" | "attachmentId" | "storedName">
>;

type Sender = { id: string; role: number };
type Written = {
  id: string;
  message: string;
  timestamp: Date;
  side: Side;
  from: Sender;
  file?: Attached;
  /** Sent to many people at once: it answers no question, so the waiting time goes on, and it assigns the chat to nobody. */
  toMany?: true;
};

/** Writes a message into a locked chat, and what the chat's row then says of it. */
export function writeMessage(work: Work, row: ChatRow, written: Written): void {
  const { id, timestamp, side, from, file = {} } = written;
  const text = maskCredentials(written.message);
  const message = {
    id,
    chatId: row.id,
    message: text,
    senderId: from.id,
    senderType: "user",
    senderRole: from.role,
    timestamp,
    ...file,
  } as const;
  work.defer(rowsFor(messages, [message]));
  changeChat(work, row, {
    lastMessage: shortMessage(text, file.attachmentName ?? null),
    lastMessageTime: timestamp,
    lastSender: from.id,
    lastSenderRole: from.role,
    ...afterMessage(row, written, work.now),
  });
  if (side === "person" && row.supportUnread === 0) work.emit({ name: "chat.waits", subject: row.id, payload: {} });
  // Two names: nobody waits for the one of a person's message, which so costs no second transaction.
  const name = side === "person" ? "chat.message" : "chat.answer";
  work.emit({ name, subject: row.id, payload: { messageId: id, side } });
}

/** A person's message waits for an answer and opens the chat again; an answer ends the waiting. */
function afterMessage(row: ChatRow, { side, timestamp: at, from, toMany }: Written, now: Date): Partial<ChatRow> {
  if (side === "person")
    return {
      state: "open",
      userRole: from.role,
      waitingSince: row.waitingSince ?? at,
      supportUnread: row.supportUnread + 1,
      clientReadTo: at,
      clientUnread: 0,
    };
  const clientUnread = row.clientUnread + 1;
  if (toMany) return { clientUnread };
  const assigned = row.assignedTo ? {} : { assignedTo: from.id, assignedAt: now };
  return { waitingSince: null, waitedSince: null, clientUnread, supportReadTo: at, supportUnread: 0, ...assigned };
}

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
