import { inArray, sql } from "drizzle-orm";
import type { TopicKind } from "#src/platform/live/topics.ts";
import type { Work } from "#src/platform/work.ts";
import { noticesIdOf } from "../domain/policy.ts";
import { notices } from "../tables.ts";

/** What a person's open pages follow to see new notices, and that some were read elsewhere. */
export const noticesTopic = (personId: string): string => `notices:${personId}`;

/** The person's open pages learn that there is something new, or that it was read elsewhere. */
export const publishNotices = (work: Work, personId: string): void =>
  work.publish(noticesTopic(personId), work.now.getTime());

export const noticeTopics: readonly TopicKind[] = [
  {
    kind: "notices",
    maySee: async ({ viewer }, id) => noticesIdOf(viewer) === id,
    versions: async (db, ids) => {
      const newest = sql<Date>`max(greatest(${notices.at}, ${notices.readAt}))`.mapWith(notices.at);
      const rows = await db
        .select({ id: notices.personId, at: newest })
        .from(notices)
        .where(inArray(notices.personId, [...ids]))
        .groupBy(notices.personId);
      return new Map(rows.map(({ id, at }) => [id, at.getTime()]));
    },
  },
];
