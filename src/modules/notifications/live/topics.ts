import { sql } from "drizzle-orm";
import { send } from "#src/platform/database/database.ts";
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
    // The newest of each by an index in this order: people have thousands of notices.
    versions: async (db, ids) => {
      const changed = sql`greatest(${notices.at}, ${notices.readAt})`;
      const newest = sql`select ${changed} from ${notices} where ${notices.personId} = asked.id order by 1 desc limit 1`;
      const statement = sql`select id, (extract(epoch from (${newest})) * 1000)::float8 as at
        from unnest(${sql.param([...ids])}::text[]) as asked(id)`;
      const { rows } = await send<{ id: string; at: number | null }>(db, statement);
      return new Map(rows.flatMap(({ id, at }) => (at === null ? [] : [[id, Math.floor(at)] as const])));
    },
  },
];
