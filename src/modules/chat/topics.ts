import { inArray, max } from "drizzle-orm";
import type { TopicKind } from "#src/platform/live/topics.ts";
import type { Work } from "#src/platform/work.ts";
import { isId } from "#src/shared/id.ts";
import { canAnswerChats, sideOf } from "./domain/policy.ts";
import { chats, enquiries } from "./tables.ts";

export const chatTopic = (chatId: string): string => `chat:${chatId}`;
export const inboxTopic = "inbox:support";

/** Everybody who has this chat or the inbox open learns of it. */
export function publishChat(work: Work, chatId: string, version: number): void {
  work.publish(chatTopic(chatId), version);
  work.publish(inboxTopic, work.now.getTime());
}

export const chatTopics: readonly TopicKind[] = [
  {
    kind: "chat",
    maySee: async ({ viewer }, id) => isId(id) && sideOf(viewer, id) !== null,
    versions: async (db, ids) => {
      const asked = ids.filter(isId);
      if (asked.length === 0) return new Map();
      const rows = await db
        .select({ id: chats.id, version: chats.version })
        .from(chats)
        .where(inArray(chats.id, asked));
      return new Map(rows.map(({ id, version }) => [id, version]));
    },
  },
  {
    kind: "inbox",
    maySee: async ({ viewer }, id) => id === "support" && canAnswerChats(viewer),
    versions: async (db) => {
      const [row] = await db.select({ at: max(chats.updatedAt) }).from(chats);
      const [asked] = await db
        .select({ at: max(enquiries.createdAt), done: max(enquiries.answeredAt) })
        .from(enquiries);
      const newest = Math.max(...[row?.at, asked?.at, asked?.done].map((at) => at?.getTime() ?? 0));
      return new Map(newest > 0 ? [["support", newest]] : []);
    },
  },
];
