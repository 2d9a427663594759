import { and, desc, eq, gt, isNull, ne } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import type { Database } from "#src/platform/database/database.ts";
import { rowsFor } from "#src/platform/database/pipeline/index.ts";
import { newId } from "#src/platform/ids.ts";
import type { Work } from "#src/platform/work.ts";
import { done, notFound, refuse } from "#src/shared/outcome.ts";
import { dayMs } from "#src/shared/units.ts";
import { tidyMessage } from "../domain/message.ts";
import { ownChatId } from "../domain/policy.ts";
import { longestRating, ratingValues } from "../domain/rating.ts";
import { type ChatRow, changeChat, lockChat } from "../messages/chat-row.ts";
import { serviceSetting } from "../settings.ts";
import { messages, ratings } from "../tables.ts";

/**
 * Asks the person of a chat that is being closed how it was: once, only when Support has answered since the last
 * question, and not again for the days of the setting.
 */
export async function askRating(work: Work, { id: chatId }: ChatRow): Promise<void> {
  const { tx, ctx, now } = work;
  const { askAgainDays } = await ctx.runtime.settings.get(serviceSetting);
  const [last] = await tx
    .select({ askedAt: ratings.askedAt })
    .from(ratings)
    .where(eq(ratings.chatId, chatId))
    .orderBy(desc(ratings.askedAt))
    .limit(1);
  if (last && now.getTime() - last.askedAt.getTime() < askAgainDays * dayMs) return;
  if (!(await wasAnswered(tx, chatId, last?.askedAt))) return;
  const id = newId(now.getTime());
  work.defer(rowsFor(ratings, [{ id, chatId, askedAt: now, comment: "" }]));
  work.emit({ name: "chat.rating-asked", subject: chatId, payload: { ratingId: id } });
}

/** Takes back the question that nobody answered: the conversation that it is about continues. */
export async function withdrawQuestion({ tx, emit }: Work, chatId: string): Promise<void> {
  const open = and(eq(ratings.chatId, chatId), isNull(ratings.ratedAt));
  for (const { id } of await tx.delete(ratings).where(open).returning({ id: ratings.id }))
    emit({ name: "chat.rating-withdrawn", subject: chatId, payload: { ratingId: id } });
}

async function wasAnswered(db: Database, chatId: string, since: Date | undefined): Promise<boolean> {
  const [answer] = await db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.chatId, chatId),
        eq(messages.senderType, "user"),
        ne(messages.senderId, chatId),
        since && gt(messages.timestamp, since),
      ),
    )
    .limit(1);
  return answer !== undefined;
}

/** The question that a chat's person has not answered yet; null: there is none. */
export async function openQuestion(db: Database, chatId: string): Promise<string | null> {
  const [row] = await db
    .select({ id: ratings.id })
    .from(ratings)
    .where(and(eq(ratings.chatId, chatId), isNull(ratings.ratedAt)))
    .orderBy(desc(ratings.askedAt))
    .limit(1);
  return row?.id ?? null;
}

const input = z.strictObject({
  ratingId: z.uuid(),
  rating: z.enum(ratingValues, "Choose one of the three."),
  comment: z
    .string()
    .default("")
    .transform(tidyMessage)
    .pipe(z.string().max(longestRating, "Use at most 1,000 characters.")),
});

/**
 * The person of a chat says how it was: once. The same answer sent twice is one, another one is a conflict. Refuses
 * not-found for a question to somebody else, like one that never was.
 */
export const rateChat = command<z.output<typeof input>, null>("chat.rate", {
  input,
  run: async (work, { ratingId, rating, comment }) => {
    const { tx, viewer, now } = work;
    const mine = ownChatId(viewer);
    const row = mine === null ? null : await lockChat(tx, mine);
    const [asked] = await tx.select().from(ratings).where(eq(ratings.id, ratingId));
    if (!row || asked?.chatId !== row.id) return notFound();
    if (asked.ratedAt !== null)
      return asked.rating === rating && asked.comment === comment
        ? done(null)
        : refuse("conflict", "You have answered this already. Thank you.");
    const change = tx.update(ratings).set({ rating, comment, ratedAt: now }).where(eq(ratings.id, ratingId));
    work.defer({ change: change.getSQL() });
    changeChat(work, row, {});
    work.audit({ action: "chat.rated", subject: row.id, detail: { rating } });
    return done(null);
  },
});
