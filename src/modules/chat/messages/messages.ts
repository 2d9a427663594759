import { z } from "zod";
import { inTransaction } from "#src/platform/command.ts";
import { rowsFor } from "#src/platform/database/pipeline/index.ts";
import { newId } from "#src/platform/ids.ts";
import { countUses } from "#src/platform/limits.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { Work } from "#src/platform/work.ts";
import { maskCredentials, refusalOf } from "#src/shared/honest-use/judge.ts";
import { invalid, type Outcome, type Refusal, refuse } from "#src/shared/outcome.ts";
import { nextTimestamp, refuseMessage, shortMessage, tidyMessage } from "../domain/message.ts";
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

/** What every message has, wherever it goes. */
export const messageFields = {
  /** Made by the sender: the same id again is the same message. */
  id: z.uuid("Send an id of your own with each message."),
  message: z
    .string("Write a text.")
    .max(100_000, "A message has at most 10,000 characters.")
    .transform(tidyMessage)
    .default(""),
  fileId: z.uuid().optional(),
};

const askHere = "If we misread it, ask a person to read it.";

/** Refuses words that ask for what the operator does not do, beside the field. `mayAsk`: Support may read them all the same. */
export function refuseDishonest(text: string, { mayAsk }: { mayAsk: boolean }): Refusal | null {
  const message = refusalOf(text, undefined, mayAsk ? askHere : undefined);
  if (message === null) return null;
  return { ...invalid([{ path: "message", message }], message), ...(mayAsk && { data: { mayAsk } }) };
}

type Asked = { message: string; fileId?: string | undefined };

/**
 * Takes a message in a transaction of its own. Refuses signed-out (with these words), blank texts without a file, more
 * than 10,000 characters, and too many at once; refused ones count, too.
 */
export async function acceptMessage<Sent>(
  ctx: Ctx,
  asked: Asked,
  signedOut: string,
  take: (work: Work) => Promise<Outcome<Sent>>,
): Promise<Outcome<Sent>> {
  if (ctx.viewer.kind !== "person") return refuse("signed-out", signedOut);
  const wrong = refuseMessage({ text: asked.message, hasFile: asked.fileId !== undefined });
  if (wrong) return invalid([{ path: "message", message: wrong }], wrong);
  const sent = await inTransaction(ctx, async (work) => (await spendMessage(work)) ?? take(work));
  // The refusal took back what it had counted, and tries count, too.
  if (!sent.ok && sent.code !== "too-many" && sent.code !== "unavailable")
    await spendMessage({ tx: ctx.runtime.db, ctx, viewer: ctx.viewer, now: ctx.runtime.clock() });
  return sent;
}

/** 30 messages a minute, of them 10 within 10 seconds. */
const windows = [
  { most: 30, seconds: 60 },
  { most: 10, seconds: 10 },
] as const;

/** Counts one message of the viewer; null while the limits hold. */
async function spendMessage({
  tx,
  ctx,
  viewer,
  now,
}: Pick<Work, "tx" | "ctx" | "viewer" | "now">): Promise<Refusal | null> {
  if (viewer.kind !== "person") return null;
  const factor = ctx.runtime.config.limitsFactor;
  const uses = windows.map(({ most, seconds }) => ({
    key: `chat:${seconds}:${viewer.id}`,
    most: most * factor,
    seconds,
  }));
  const wait = await countUses(tx, uses, now);
  if (wait === null) return null;
  return refuse("too-many", `That was many messages at once. Try again in ${wait} s.`, { retryAfter: wait });
}
