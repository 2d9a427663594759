import { inArray, max } from "drizzle-orm";
import type { TopicKind } from "#src/platform/live/topics.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { Work } from "#src/platform/work.ts";
import { isId } from "#src/shared/id.ts";
import { done, notFound, type Outcome } from "#src/shared/outcome.ts";
import { canAnswerChats, sideOf } from "../domain/policy.ts";
import { chats, enquiries, threads } from "../tables.ts";
import { seenThread, seenThreads, threadTopic } from "../threads/thread-row.ts";

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

const lastPublished = new Map<string, number>();
const everyMs = 2_000;

/** Counts one word about typing; false while the last one is younger than two seconds. */
function mayPublishTyping({ viewer, runtime }: Ctx, id: string): boolean {
  if (viewer.kind !== "person") return false;
  const now = runtime.clock().getTime();
  const key = `${viewer.id}:${id}`;
  if (now - (lastPublished.get(key) ?? 0) < everyMs) return false;
  if (lastPublished.size > 10_000) lastPublished.clear();
  lastPublished.set(key, now);
  return true;
}

/** Publishes to open chats that this side types. At most once in two seconds; never stored. */
export function publishTyping(ctx: Ctx, chatId: string): Outcome<null> {
  const side = sideOf(ctx.viewer, chatId);
  if (!side || ctx.viewer.kind !== "person") return notFound();
  if (!mayPublishTyping(ctx, chatId)) return done(null);
  ctx.runtime.live.ephemeral(chatTopic(chatId), { typing: side });
  // Who of Support writes is for Support alone: two do not answer at once.
  if (side === "support")
    ctx.runtime.live.ephemeral(inboxTopic, { typing: chatId, by: ctx.viewer.name, id: ctx.viewer.id });
  return done(null);
}

/** Publishes to open threads that this side types; never stored. */
export async function publishThreadTyping(ctx: Ctx, threadId: string): Promise<Outcome<null>> {
  const seen = await seenThread(ctx.runtime.db, ctx.viewer, threadId);
  if (!seen || seen.side === "admin") return notFound();
  if (mayPublishTyping(ctx, threadId)) ctx.runtime.live.ephemeral(threadTopic(threadId), { typing: seen.side });
  return done(null);
}
