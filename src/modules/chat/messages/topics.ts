import { inArray, max } from "drizzle-orm";
import type { TopicKind } from "#src/platform/live/topics.ts";
import type { Work } from "#src/platform/work.ts";
import { isId } from "#src/shared/id.ts";
import { canAnswerChats, sideOf } from "../domain/policy.ts";
import { chats, enquiries, threads } from "../tables.ts";
import { seenThread, seenThreads } from "../threads/thread-row.ts";

export const chatTopic = (chatId: string): string => `chat:${chatId}`;
export const inboxTopic = "inbox:support";

/** Everybody who has this chat or the inbox open learns of it. */
export function publishChat(work: Work, chatId: string, version: number): void {
  work.publish(chatTopic(chatId), version);
  work.publish(inboxTopic, work.now.getTime());
}

const versionsIn =
  (table: typeof chats | typeof threads): TopicKind["versions"] =>
  async (db, ids) => {
    const asked = ids.filter(isId);
    if (asked.length === 0) return new Map();
    const { id, version } = table;
    const rows = await db.select({ id, version }).from(table).where(inArray(id, asked));
    return new Map(rows.map((row) => [row.id, row.version]));
  };

export const chatTopics: readonly TopicKind[] = [
  {
    kind: "chat",
    maySee: async ({ viewer }, id) => isId(id) && sideOf(viewer, id) !== null,
    versions: versionsIn(chats),
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
  {
    kind: "thread",
    maySee: async ({ viewer, runtime }, id) => (await seenThread(runtime.db, viewer, id)) !== null,
    stillSee: seenThreads,
    versions: versionsIn(threads),
  },
];
