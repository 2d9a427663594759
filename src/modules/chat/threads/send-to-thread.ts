import { eq } from "drizzle-orm";
import { z } from "zod";
import { attachFiles } from "#src/modules/files/index.server.ts";
import { noteFileNames, notePassages, passagesShownIn } from "#src/modules/orders/index.server.ts";
import { rowsFor } from "#src/platform/database/pipeline/index.ts";
import { parseInput } from "#src/platform/input.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { Work } from "#src/platform/work.ts";
import { maskContacts } from "#src/shared/contact-details.ts";
import { maskCredentials } from "#src/shared/honest-use/judge.ts";
import { done, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { nextTimestamp } from "../domain/message.ts";
import { threadClosed } from "../domain/policy.ts";
import { acceptMessage, messageFields, refuseDishonest } from "../messages/messages.ts";
import { threadSetting } from "../settings.ts";
import { threadMessages } from "../tables.ts";
import { sealMessage } from "./hidden-details.ts";
import { changeThread, type SeenThread, seenThread } from "./thread-row.ts";

const input = z.strictObject({
  threadId: z.uuid(),
  ...messageFields,
});
type Input = z.infer<typeof input>;
type Sent = { id: string; threadId: string; timestamp: string; again: boolean };

/**
 * Sends a message to the other side of an order. Contact details are masked; the message as it was typed is sealed. Sent
 * twice with one id it is one message. Refuses what `sendMessage` refuses, and a thread that is closed, in words.
 */
export async function sendToThread(ctx: Ctx, raw: unknown): Promise<Outcome<Sent>> {
  const parsed = parseInput<Input>(input, raw);
  if (!parsed.ok) return parsed;
  return acceptMessage(ctx, parsed.value, "Sign in to write.", (work) => take(work, parsed.value));
}

async function take(work: Work, asked: Input): Promise<Outcome<Sent>> {
  const { viewer, tx, now, ctx } = work;
  const seen = await seenThread(tx, viewer, asked.threadId, true);
  if (!seen || seen.side === "admin" || viewer.kind !== "person") return notFound();
  const known = await knownMessage(work, seen, asked.id, viewer.id);
  if (known) return known;
  const { row, side } = seen;
  const closed = await closedNow(work, seen);
  if (closed) return refuse("conflict", closed);
  const refusal = refuseDishonest(asked.message, { mayAsk: false });
  if (refusal) return refusal;
  const file = await attach(work, asked);
  if (!file.ok) return file;
  const { text, kinds } = await hide(work, seen, asked.message);
  await noteName(work, seen, file.value);
  const timestamp = nextTimestamp(now, row.lastMessageTime);
  const message = {
    id: asked.id,
    threadId: row.id,
    message: text,
    hidden: [...kinds],
    sealed: kinds.length > 0 ? sealMessage(ctx.runtime, asked.id, asked.message) : null,
    side,
    senderId: viewer.id,
    timestamp,
    ...file.value,
  };
  work.defer(rowsFor(threadMessages, [message]));
  changeThread(work, row, { lastMessageTime: timestamp, ...afterMessage(seen, timestamp) });
  work.emit({ name: "thread.message", subject: row.id, payload: { messageId: asked.id, to: otherOf(side) } });
  return done({ id: asked.id, threadId: row.id, timestamp: timestamp.toISOString(), again: false });
}

/** The message as the other side reads it; what is hidden of it is kept for Support. */
async function hide(work: Work, { row, side }: SeenThread, message: string) {
  const { viewer, ctx, tx } = work;
  const typed = maskCredentials(message);
  const name = side === "writer" && viewer.kind === "person" ? viewer.name : "";
  const all = maskContacts(typed, name);
  if (all.parts.length === 0 || viewer.kind !== "person" || side === "admin") return all;
  const found = maskContacts(typed, name, await passagesShownIn(ctx.runtime, tx, row.orderId));
  const at = { orderId: row.orderId, side, personId: viewer.id, place: "message" } as const;
  await notePassages(work, { ...at, parts: found.parts });
  return found;
}

async function noteName(work: Work, { row, side }: SeenThread, { attachment, attachmentName: name }: Held) {
  if (!attachment || !name || work.viewer.kind !== "person") return;
  const actor = { kind: side === "writer" ? "W" : "C", id: work.viewer.id } as const;
  await noteFileNames(work, { orderId: row.orderId, actor, files: [{ name, address: attachment }] });
}

/** The other one of the two who talk about an order. */
export const otherOf = (side: "client" | "writer") => (side === "client" ? "writer" : "client");

/** A message of this id that is there already: the same one when thread and sender are the same. */
async function knownMessage(
  { tx }: Work,
  { row }: SeenThread,
  id: string,
  senderId: string,
): Promise<Outcome<Sent> | null> {
  const [known] = await tx.select().from(threadMessages).where(eq(threadMessages.id, id));
  if (!known) return null;
  if (known.threadId !== row.id || known.senderId !== senderId) return notFound();
  return done({ id, threadId: row.id, timestamp: known.timestamp.toISOString(), again: true });
}

async function closedNow({ ctx, now }: Work, { row, order, side }: SeenThread): Promise<string | null> {
  const { openDays } = await ctx.runtime.settings.get(threadSetting);
  return threadClosed({ ...order, current: order.writerId === row.writerId }, side, openDays, now);
}

type Held = Partial<Pick<typeof threadMessages.$inferInsert, "attachment" | "attachmentName" | "attachmentId">>;

async function attach(work: Work, { fileId, threadId }: Input): Promise<Outcome<Held>> {
  if (!fileId) return done({});
  const attached = await attachFiles(work, { ids: [fileId], purpose: "thread", subject: threadId });
  if (!attached.ok) return attached;
  const [{ name, address } = { name: "", address: "" }] = attached.value;
  return done({ attachment: address, attachmentName: name, attachmentId: fileId });
}

const afterMessage = ({ row, side }: SeenThread, at: Date) =>
  side === "client"
    ? { clientReadTo: at, clientUnread: 0, writerUnread: row.writerUnread + 1 }
    : { writerReadTo: at, writerUnread: 0, clientUnread: row.clientUnread + 1 };
