import { and, count, eq, inArray, sum } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { maskContacts } from "#src/shared/contact-details.ts";
import type { Rating } from "../domain/rating.ts";
import { orders, ratings } from "../tables.ts";

/**
 * The rating of an order, or null. Who may read it is the caller's rule: its client and admins. With a `writerId` only
 * that of this writer's work, without contact details.
 */
export async function ratingOf(db: Database, orderId: string, writerId?: string): Promise<Rating | null> {
  const { stars, text, at, reply, repliedAt } = ratings;
  const [row] = await db
    .select({ stars, text, at, reply, repliedAt })
    .from(ratings)
    .where(and(eq(ratings.orderId, orderId), writerId === undefined ? undefined : eq(ratings.writerId, writerId)));
  if (!row || writerId === undefined) return row ?? null;
  return { ...row, text: row.text && maskContacts(row.text).text };
}

/** How a writer's finished work was rated: how many ratings, and their sum. */
export type RatingFigures = { n: number; sum: number };

/** Ratings of these writers' work, without tests; writers without a rating are missing. For admins. */
export async function ratingFiguresOf(db: Database, writerIds: readonly string[]): Promise<Map<string, RatingFigures>> {
  if (writerIds.length === 0) return new Map();
  const rows = await db
    .select({ id: ratings.writerId, n: count(), sum: sum(ratings.stars).mapWith(Number) })
    .from(ratings)
    .innerJoin(orders, eq(orders.id, ratings.orderId))
    .where(and(inArray(ratings.writerId, [...writerIds]), eq(orders.test, false)))
    .groupBy(ratings.writerId);
  return new Map(rows.flatMap(({ id, ...figures }) => (id ? [[id, figures] as const] : [])));
}
