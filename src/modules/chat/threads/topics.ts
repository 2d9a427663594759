import { inArray } from "drizzle-orm";
import type { TopicKind } from "#src/platform/live/topics.ts";
import { isId } from "#src/shared/id.ts";
import { threads } from "../tables.ts";
import { seenThread } from "./thread-row.ts";

export const threadTopics: TopicKind = {
  kind: "thread",
  maySee: async ({ viewer, runtime }, id) => (await seenThread(runtime.db, viewer, id)) !== null,
  versions: async (db, ids) => {
    const asked = ids.filter(isId);
    if (asked.length === 0) return new Map();
    const rows = await db
      .select({ id: threads.id, version: threads.version })
      .from(threads)
      .where(inArray(threads.id, asked));
    return new Map(rows.map(({ id, version }) => [id, version]));
  },
};
