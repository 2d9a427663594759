import { asc, desc, eq } from "drizzle-orm";
import { z } from "zod";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { canAnswerChats } from "../domain/policy.ts";
import { chats, notes, savedReplies } from "../tables.ts";

export type BesideChat = {
  chat: typeof chats.$inferSelect;
  notes: readonly { id: string; text: string; byName: string; at: Date }[];
  replies: readonly { id: string; title: string; text: string }[];
};

/** What Support has beside a conversation: who it is, notes, saved replies. */
export const besideChat = query<{ chatId: string }, BesideChat>("chat.beside", {
  input: z.strictObject({ chatId: z.string().max(64) }),
  run: async ({ db, viewer }, { chatId }) => {
    if (!canAnswerChats(viewer) || !z.uuid().safeParse(chatId).success) return notFound();
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
      replies: await savedRepliesOf(db),
    });
  },
});

type Db = Parameters<Parameters<typeof query>[1]["run"]>[0]["db"];
const savedRepliesOf = (db: Db) =>
  db
    .select({ id: savedReplies.id, title: savedReplies.title, text: savedReplies.text })
    .from(savedReplies)
    .orderBy(asc(savedReplies.title))
    .limit(200);

/** All saved replies by name. Refuses not-found to everybody without the capability `chat`. */
export const savedReplyList = query<Record<string, never>, BesideChat["replies"]>("chat.saved-replies", {
  input: z.strictObject({}),
  run: async ({ db, viewer }) => (canAnswerChats(viewer) ? done(await savedRepliesOf(db)) : notFound()),
});
