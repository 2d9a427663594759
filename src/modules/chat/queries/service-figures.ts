import { and, count, eq, gte, isNotNull, sql } from "drizzle-orm";
import { z } from "zod";
import { send } from "#src/platform/database/database.ts";
import { askedId } from "#src/platform/input.ts";
import { query } from "#src/platform/query.ts";
import { isId } from "#src/shared/id.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { isZone } from "#src/shared/zone.ts";
import { canAnswerChats, ownChatId } from "../domain/policy.ts";
import type { Rating } from "../domain/rating.ts";
import { chats, messages, ratings } from "../tables.ts";

export type MyRating = { id: string; askedAt: Date; rating: Rating | null; comment: string };

/** The question how a conversation was, for the person who is asked. Refuses not-found to everybody else. */
export const myRating = query<{ ratingId: string }, MyRating>("chat.my-rating", {
  input: z.strictObject({ ratingId: askedId }),
  run: async ({ db, viewer }, { ratingId }) => {
    const mine = ownChatId(viewer);
    if (mine === null || !isId(ratingId)) return notFound();
    const { id, askedAt, rating, comment } = ratings;
    const [row] = await db
      .select({ id, askedAt, rating, comment })
      .from(ratings)
      .where(and(eq(id, ratingId), eq(ratings.chatId, mine)));
    return row ? done(row) : notFound();
  },
});

export type RatingFigures = Readonly<Record<Rating, number>> & { answered: number };

/**
 * Ratings of conversations closed since then. Refuses not-found to
 * everybody without the capability `chat`.
 */
export const ratingFigures = query<{ since: Date }, RatingFigures>("chat.rating-figures", {
  input: z.strictObject({ since: z.date() }),
  run: async ({ db, viewer }, { since }) => {
    if (!canAnswerChats(viewer)) return notFound();
    const rows = await db
      .select({ rating: ratings.rating, many: count() })
      .from(ratings)
      .where(and(isNotNull(ratings.ratedAt), gte(ratings.ratedAt, since)))
      .groupBy(ratings.rating);
    const many = (rating: Rating) => rows.find((row) => row.rating === rating)?.many ?? 0;
    const figures = { good: many("good"), fair: many("fair"), bad: many("bad") };
    return done({ ...figures, answered: figures.good + figures.fair + figures.bad });
  },
});

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
