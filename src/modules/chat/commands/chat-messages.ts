import { randomBytes } from "node:crypto";
import { and, count, eq, gt, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import { attachFiles } from "#src/modules/files/index.server.ts";
import { endingOf, storedChatName } from "#src/modules/files/index.ts";
import { command } from "#src/platform/command.ts";
import { parseInput } from "#src/platform/input.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { Work } from "#src/platform/work.ts";
import { done, notFound, type Outcome, type Refusal, refuse } from "#src/shared/outcome.ts";
import { nextTimestamp, notInitialized } from "../domain/message.ts";
import { ownChatId, type Side, writingSideOf } from "../domain/policy.ts";
import { type ChatRow, changeChat, chatFor, chatOfPerson, colleagueWith, ownChat } from "../messages/chat-row.ts";
import { type Attached, acceptMessage, messageFields, refuseDishonest, writeMessage } from "../messages/messages.ts";
import { chatTopic } from "../messages/topics.ts";
import { chats, messages } from "../tables.ts";

const input = z.strictObject({
  /** Support names the chat; everybody else writes into the own one. */
  chatId: z.uuid().optional(),
  /** The colleague who has the chat, when Support answers in it all the same. */
  over: z.uuid().nullish(),
  /** A rule refused the words, and their writer wants a person to read them. */
  askPerson: z.boolean().optional(),
  ...messageFields,
});
type Input = z.infer<typeof input>;
export type Sent = { id: string; chatId: string; timestamp: string; again: boolean };

/**
 * Sends a message into the own chat, or as Support into anybody's, which it opens where there is none; sent twice with
 * one id it is one. Refuses blank or too long texts, what the operator does not do (`mayAsk`: a person may read it), files
 * that are not the sender's, too many at once, and as `locked`, with `heldBy`, an answer in a colleague's chat.
 */
export async function sendMessage(ctx: Ctx, raw: unknown): Promise<Outcome<Sent>> {
  const parsed = parseInput<Input>(input, raw);
  if (!parsed.ok) return parsed;
  return acceptMessage(ctx, parsed.value, "Sign in to chat with support.", (work) => take(work, parsed.value));
}

async function take(work: Work, asked: Input): Promise<Outcome<Sent>> {
  const found = await target(work, asked);
  if (!found.ok) return found;
  const { row, side, known } = found.value;
  if (known) return sameMessage(work, row, known);
  const held = side === "support" ? await heldByColleague(work, row, asked.over) : null;
  if (held) return held;
  const judged = side === "person" && !asked.askPerson;
  const refusal = judged ? refuseDishonest(asked.message, { mayAsk: true }) : null;
  if (refusal) return refusal;
  const timestamp = nextTimestamp(work.now, row.lastMessageTime);
  const file = await attach(work, row, asked, timestamp);
  if (!file.ok) return file;
  const { id, message } = asked;
  writeMessage(work, row, { id, message, timestamp, side, from: sender(work), file: file.value });
  return done({ id: asked.id, chatId: row.id, timestamp: timestamp.toISOString(), again: false });
}

async function heldByColleague(work: Work, row: ChatRow, over: Input["over"]): Promise<Refusal | null> {
  const colleague = await colleagueWith(work, row, over);
  if (!colleague) return null;
  return refuse(
    "locked",
    `${colleague.name} has this chat. Take it first, or send your answer once more to answer all the same.`,
    { data: { heldBy: colleague.id } },
  );
}

type Message = typeof messages.$inferSelect;
type Target = { row: ChatRow; side: Side; known: Message | null };

/** The chat that is meant, locked, with the message of this id when it is there already. */
async function target(work: Work, { chatId, id }: Input): Promise<Outcome<Target>> {
  const { viewer } = work;
  const meant = chatId ?? ownChatId(viewer);
  if (meant === null) return refuse("conflict", notInitialized);
  const side = writingSideOf(viewer, meant);
  if (!side) return notFound();
  const found = await lockBoth(work.tx, meant, id);
  if (found) return done({ ...found, side });
  const row = side === "person" ? await ownChat(work) : await chatOfPerson(work, meant);
  return row ? done({ row, side, known: await messageOf(work.tx, id) }) : notFound();
}

const locked = alias(chats, "locked");

/** The chat, locked, and the message of this id by one statement. */
async function lockBoth(tx: Work["tx"], chatId: string, id: string): Promise<Omit<Target, "side"> | null> {
  const before = sql<number>`(select c.version from ${chats} c where c.id = ${locked.id})`;
  const [found] = await tx
    .select({ row: locked, known: messages, before })
    .from(locked)
    .leftJoin(messages, eq(messages.id, id))
    .where(eq(locked.id, chatId))
    .for("update", { of: locked });
  if (!found) return null;
  const { row, known } = found;
  // Who waited for the lock has the newest chat beside messages of before: another look finds what came meanwhile.
  return { row, known: row.version === found.before ? known : await messageOf(tx, id) };
}

async function messageOf(tx: Work["tx"], id: string): Promise<Message | null> {
  const [known] = await tx.select().from(messages).where(eq(messages.id, id));
  return known ?? null;
}

/** A message of this id that is there already: the same one when chat and sender are the same. */
function sameMessage(work: Work, row: ChatRow, known: Message): Outcome<Sent> {
  if (known.chatId !== row.id || known.senderId !== sender(work).id) return notFound();
  return done({ id: known.id, chatId: row.id, timestamp: known.timestamp.toISOString(), again: true });
}

const sender = ({ viewer }: Work): { id: string; role: number } =>
  viewer.kind === "person" ? { id: viewer.id, role: viewer.role } : { id: "system", role: 0 };

async function attach(work: Work, row: ChatRow, { fileId }: Input, at: Date): Promise<Outcome<Attached>> {
  if (!fileId) return done({});
  const attached = await attachFiles(work, { ids: [fileId], purpose: "chat", subject: row.id });
  if (!attached.ok) return attached;
  const [{ name, address: attachment } = { name: "", address: "" }] = attached.value;
  const random = randomBytes(6).toString("base64url").slice(0, 8);
  const storedName = storedChatName(sender(work).id, at.getTime(), random, endingOf(name) || "bin");
  return done({ attachment, attachmentName: name, attachmentId: fileId, storedName });
}

/** Makes the viewer's own chat at its first opening; its id is the account's id. Admins have none. */
export const openChat = command<Record<string, never>, { chatId: string }>("chat.open", {
  input: z.strictObject({}),
  run: async (work) => {
    if (work.viewer.kind !== "person") return refuse("signed-out", "Sign in to chat with support.");
    const row = await ownChat(work);
    return row ? done({ chatId: row.id }) : refuse("conflict", notInitialized);
  },
});

const readTo = z.strictObject({ chatId: z.uuid(), to: z.coerce.date() });

/** The viewer's side has read up to this instant; an earlier one changes nothing. */
export const markRead = command<z.infer<typeof readTo>, null>("chat.mark-read", {
  input: readTo,
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
