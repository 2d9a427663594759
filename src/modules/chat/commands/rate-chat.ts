import { eq } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { done, notFound, refuse } from "#src/shared/outcome.ts";
import { tidyMessage } from "../domain/message.ts";
import { ownChatId } from "../domain/policy.ts";
import { longestRating, ratingValues } from "../domain/rating.ts";
import { changeChat, lockChat } from "../messages/chat-row.ts";
import { ratings } from "../tables.ts";

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
