import { and, desc, eq, isNotNull } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#src/platform/database/database.ts";
import { askedId } from "#src/platform/input.ts";
import { query } from "#src/platform/query.ts";
import { isId } from "#src/shared/id.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { seesBesideChat } from "../domain/policy.ts";
import { chats, notes, ratings } from "../tables.ts";
import { repliesOf } from "./saved-replies.ts";

/** What Support has beside a conversation: who it is, notes, saved replies. */
export const chatSidebar = query("chat.beside", {
  input: z.strictObject({ chatId: askedId }),
  run: async ({ db, viewer }, { chatId }) => {
    if (!isId(chatId) || !seesBesideChat(viewer, chatId)) return notFound();
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
