import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { askedId } from "#src/platform/input.ts";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { type ChatPage, messagePage, pageFields } from "../queries/message-page.ts";
import { threadMessages } from "../tables.ts";
import { seenThread } from "./thread-row.ts";

const input = z.strictObject({ threadId: askedId, ...pageFields });

/**
 * Messages of a thread as `readChat` gives those of a chat, for its client, its writer, and admins who may handle orders.
 * An admin reads the client's messages on the own side. Refuses not-found to everybody else.
 */
export const readThread = query<z.infer<typeof input>, ChatPage>("chat.read-thread", {
  input,
  run: async ({ db, viewer }, asked) => {
    const seen = await seenThread(db, viewer, asked.threadId);
    if (!seen) return notFound();
    const { row, side } = seen;
    const mine = side === "writer" ? "writer" : "client";
    const page = await messagePage<typeof threadMessages.$inferSelect>({ db, viewer }, asked, {
      columns: threadMessages,
      hidesNames: true,
      read: (which, order, most) =>
        db
          .select()
          .from(threadMessages)
          .where(and(eq(threadMessages.threadId, row.id), which))
          .orderBy(...order)
          .limit(most),
      showing: async () => (one) => ({
        mine: one.side === mine,
        senderType: one.side === "system" ? "system" : "user",
        fromSupport: false,
        ...(one.hidden.length > 0 && { masked: true as const }),
      }),
    });
    const readByOther = side === "client" ? row.writerReadTo : row.clientReadTo;
    return done({
      chatId: row.id,
      side,
      version: row.version,
      state: "open",
      unread: side === "client" ? row.clientUnread : side === "writer" ? row.writerUnread : 0,
      readByOther: (side === "admin" ? null : readByOther)?.toISOString() ?? null,
      ...page,
    });
  },
});
