import { sql } from "drizzle-orm";
import { z } from "zod";
import { send } from "#src/platform/database/database.ts";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { isZone } from "#src/shared/zone.ts";
import { canAnswerChats } from "../domain/policy.ts";
import { chats, messages } from "../tables.ts";

/** `week` is the Monday, YYYY-MM-DD, of the question; the middle one of the waits of those that were answered. */
type WeekOfReplies = { week: string; asked: number; answered: number; middleMs: number | null };

const input = z.strictObject({ since: z.date(), zone: z.string().refine(isZone, "This time zone is not known.") });
type Row = { week: string; asked: number; answered: number; middle: string | null };

/**
 * How long people waited for Support's first answer, by week: from the first message that nobody had answered to the
 * next one of Support. It reads the messages since then of the chats that moved since then, both by their indexes. For
 * admins with chat; refuses not-found.
 */
export const repliesByWeek = query<z.infer<typeof input>, readonly WeekOfReplies[]>("chat.replies-by-week", {
  input,
  run: async ({ db, viewer }, { since, zone }) => {
    if (!canAnswerChats(viewer)) return notFound();
    const { rows } = await send<Row>(
      db,
      sql`with said as (
        select m.timestamp as at, m.sender_role = 3 as support,
          lag(m.sender_role = 3) over talk as support_before,
          min(m.timestamp) filter (where m.sender_role = 3) over (talk rows between 1 following and unbounded following) as reply
        from ${chats} c join ${messages} m on m.chat_id = c.id
        where c.last_message_time >= ${since.toISOString()}::timestamptz
          and m.timestamp >= ${since.toISOString()}::timestamptz and m.sender_type = 'user'
        window talk as (partition by m.chat_id order by m.timestamp, m.id)
      )
      select to_char(date_trunc('week', at at time zone ${zone}), 'YYYY-MM-DD') as week,
        count(*)::int as asked, count(reply)::int as answered,
        percentile_cont(0.5) within group (order by extract(epoch from reply - at)) as middle
      from said where not support and support_before is not false
      group by 1`,
    );
    return done(
      rows.map(({ week, asked, answered, middle }) => ({
        week,
        asked,
        answered,
        middleMs: middle === null ? null : Math.round(Number(middle) * 1_000),
      })),
    );
  },
});
