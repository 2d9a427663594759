import { and, asc, eq, inArray, ne, or } from "drizzle-orm";
import { filesById, forgetFilesAt } from "#src/modules/files/index.server.ts";
import { orderForTalk } from "#src/modules/orders/index.server.ts";
import { rowsByPage } from "#src/platform/database/cursor.ts";
import { goneEmail, goneName, goneText, heldRows, type PersonalData } from "#src/platform/personal-data.ts";
import type { Viewer } from "#src/shared/viewer.ts";
import { threadSideOf } from "./domain/policy.ts";
import { nameForOthers } from "./queries/message-page.ts";
import { chats, enquiries, heldMessages, messages, notes, ratings, threadMessages, threads } from "./tables.ts";

const batch = 500;

type Db = Parameters<PersonalData["gather"]>[0]["runtime"]["db"];

const nameOf = (by: typeof threadMessages.$inferSelect.side, own: string): string =>
  by === "system" ? "Automatic line" : by === own ? "You" : `The ${by}`;

/** What a client or a writer wrote and read in the conversations of orders, without who the other side is. */
async function* threadsOfPerson(db: Db, viewer: Viewer, id: string) {
  const mine = await db
    .select()
    .from(threads)
    .where(or(eq(threads.clientId, id), eq(threads.writerId, id)));
  for (const thread of mine) {
    const { message, side, timestamp, attachment, attachmentName, attachmentId } = threadMessages;
    const rows = await db
      .select({ message, side, timestamp, attachment, attachmentName, attachmentId })
      .from(threadMessages)
      .where(eq(threadMessages.threadId, thread.id))
      .orderBy(asc(timestamp), asc(threadMessages.id));
    if (rows.length === 0) continue;
    const own = thread.clientId === id ? "client" : "writer";
    const order = await orderForTalk(db, thread.orderId);
    // Who no longer has the order has the own words of it, and nothing of the other side's.
    const left = order === null || threadSideOf(thread, order, viewer) === null;
    const files = await filesById(
      { db, viewer },
      rows.flatMap((one) => one.attachmentId ?? []),
    );
    const lines = rows
      .filter((one) => !left || one.side === own)
      .map(({ side: by, ...one }) => {
        const file = one.attachmentId ? files.get(one.attachmentId) : undefined;
        const { attachmentId: _, ...line } = { ...one, ...(by !== own && nameForOthers(one, file)) };
        return { ...line, from: nameOf(by, own) };
      });
    yield { path: `conversations/${thread.orderId}.json`, rows: { order: thread.orderId, messages: lines } };
  }
}

/** What was said in the own chat with Support, the first message first. */
async function* chatOfPerson(db: Db, id: string) {
  const { message, senderId, senderType, timestamp, attachment, attachmentName } = messages;
  const shown = { message, senderId, senderType, timestamp, attachment, attachmentName };
  const rows = rowsByPage({ at: timestamp, id: messages.id }, batch, async ({ after, order }) => {
    const page = await db
      .select({ ...shown, id: messages.id, at: timestamp })
      .from(messages)
      .where(and(eq(messages.chatId, id), after))
      .orderBy(...order)
      .limit(batch);
    return page;
  });
  for await (const { id: _, at: __, senderId: by, ...one } of rows)
    yield { ...one, from: by === id ? "You" : "Support" };
}

/** The chat with support goes as a whole; what somebody of Support wrote to others stays without them being named. */
export const chatData: PersonalData = {
  async *gather({ runtime: { db }, viewer }, { id, email }) {
    yield* heldRows("chat.json", chatOfPerson(db, id));
    const { askedAt, rating, comment, ratedAt } = ratings;
    const given = await db.select({ askedAt, rating, comment, ratedAt }).from(ratings).where(eq(ratings.chatId, id));
    if (given.length > 0) yield { path: "chat-ratings.json", rows: given };
    for await (const entry of threadsOfPerson(db, viewer, id)) yield entry;
    const { text, createdAt, answer, answeredAt } = enquiries;
    const asked = await db
      .select({ text, createdAt, answer, answeredAt })
      .from(enquiries)
      .where(eq(enquiries.email, email));
    if (asked.length > 0) yield { path: "enquiries.json", rows: asked };
  },
  async forget(work, { id, email }) {
    const { tx } = work;
    await forgetFilesAt(work, "chat", [id]);
    const placed = await tx.select({ id: threads.id }).from(threads).where(eq(threads.clientId, id));
    const ids = placed.map((one) => one.id);
    await forgetFilesAt(work, "thread", ids);
    if (ids.length > 0) await tx.delete(threads).where(inArray(threads.id, ids));
    const blank = {
      message: goneText,
      hidden: [],
      sealed: null,
      attachment: null,
      attachmentName: null,
      attachmentId: null,
    };
    await tx.update(threadMessages).set(blank).where(eq(threadMessages.senderId, id));
    await tx.delete(heldMessages).where(eq(heldMessages.chatId, id));
    await tx.delete(chats).where(eq(chats.id, id));
    await tx
      .update(notes)
      .set({ byName: goneName })
      .where(and(eq(notes.byId, id), ne(notes.byName, goneName)));
    await tx
      .update(enquiries)
      .set({ name: goneName, email: goneEmail(id), text: goneText, answer: null })
      .where(eq(enquiries.email, email));
  },
};
