import { and, count, eq, gte, isNotNull } from "drizzle-orm";
import { z } from "zod";
import { askedId } from "#src/platform/input.ts";
import { query } from "#src/platform/query.ts";
import { isId } from "#src/shared/id.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { canAnswerChats, ownChatId } from "../domain/policy.ts";
import type { Rating } from "../domain/rating.ts";
import { ratings } from "../tables.ts";

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
