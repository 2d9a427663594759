import { eq } from "drizzle-orm";
import { z } from "zod";
import { query } from "#src/platform/query.ts";
import { done } from "#src/shared/outcome.ts";
import { ownChatId } from "../domain/policy.ts";
import { chats } from "../tables.ts";

/** How many answers the viewer has not read, for the tile; 0 for guests and admins. */
export const myUnread = query<Record<string, never>, { unread: number; version: number }>("chat.my-unread", {
  input: z.strictObject({}),
  run: async ({ db, viewer }) => {
    const chatId = ownChatId(viewer);
    if (chatId === null) return done({ unread: 0, version: 0 });
    const [row] = await db
      .select({ unread: chats.clientUnread, version: chats.version })
      .from(chats)
      .where(eq(chats.id, chatId));
    return done(row ?? { unread: 0, version: 0 });
  },
});
