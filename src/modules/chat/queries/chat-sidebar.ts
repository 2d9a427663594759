import { and, desc, eq, isNotNull } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#src/platform/database/database.ts";
import { askedId } from "#src/platform/input.ts";
import { query } from "#src/platform/query.ts";
import { isId } from "#src/shared/id.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { deliveredKeys, deliveredReplies, isDelivered } from "../domain/delivered-replies.ts";
import { canAnswerChats, seesChatSidebar } from "../domain/policy.ts";
import { chats, notes, ratings, savedReplies } from "../tables.ts";

/** What Support has beside a conversation: who it is, notes, saved replies. */
export const chatSidebar = query("chat.beside", {
  input: z.strictObject({ chatId: askedId }),
  run: async ({ db, viewer }, { chatId }) => {
    if (!isId(chatId) || !seesChatSidebar(viewer, chatId)) return notFound();
    const [chat] = await db.select().from(chats).where(eq(chats.id, chatId));
    if (!chat) return notFound();
    const { id, text, byName, at } = notes;
    return done({
      chat,
      notes: await db
        .select({ id, text, byName, at })
        .from(notes)
        .where(eq(notes.chatId, chatId))
        .orderBy(desc(at))
        .limit(100),
      ratings: await ratingsOf(db, chatId),
      replies: (await repliesOf(db)).replies,
    });
  },
});

/** The person's ratings of closed conversations, the newest 100. */
async function ratingsOf(db: Database, chatId: string) {
  const rows = await db
    .select()
    .from(ratings)
    .where(and(eq(ratings.chatId, chatId), isNotNull(ratings.ratedAt)))
    .orderBy(desc(ratings.askedAt))
    .limit(100);
  return rows.flatMap(({ id, rating, comment, ratedAt }) =>
    rating && ratedAt ? { id, rating, comment, ratedAt } : [],
  );
}

/** A reply to choose from. `id` is its row's, or the key of one that comes with the product. */
export type SavedReply = {
  id: string;
  title: string;
  text: string;
  /** own: the shop's; delivered: as it came with the product; changed: written anew in its place. */
  origin: "own" | "delivered" | "changed";
};

type Replies = { replies: readonly SavedReply[]; removed: readonly { id: string; title: string }[] };

/** Every reply by name, delivered ones included, and which of these were taken away. */
async function repliesOf(db: Database): Promise<Replies> {
  const rows = await db.select().from(savedReplies).limit(400);
  const instead = new Map(rows.flatMap((row) => (row.delivered === null ? [] : [[row.delivered, row] as const])));
  const own = rows
    .filter(({ delivered }) => delivered === null || !isDelivered(delivered))
    .map(({ id, title, text }): SavedReply => ({ id, title, text, origin: "own" }));
  const delivered = deliveredKeys.flatMap((id): SavedReply[] => {
    const row = instead.get(id);
    if (row?.removed) return [];
    return [
      row
        ? { id, title: row.title, text: row.text, origin: "changed" }
        : { id, ...deliveredReplies[id], origin: "delivered" },
    ];
  });
  return {
    replies: [...own, ...delivered].sort((a, b) => a.title.localeCompare(b.title, "en")),
    removed: deliveredKeys
      .filter((id) => instead.get(id)?.removed)
      .map((id) => ({ id, title: deliveredReplies[id].title })),
  };
}

/** All saved replies by name. Refuses not-found to everybody without the capability `chat`. */
export const savedReplyList = query<Record<string, never>, Replies>("chat.saved-replies", {
  input: z.strictObject({}),
  run: async ({ db, viewer }) => (canAnswerChats(viewer) ? done(await repliesOf(db)) : notFound()),
});
