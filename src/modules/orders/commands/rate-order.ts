import { eq } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { askedId } from "#src/platform/input.ts";
import type { Work } from "#src/platform/work.ts";
import { figures } from "#src/shared/counted.ts";
import { done, invalid, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { actorId } from "#src/shared/viewer.ts";
import type { AnyOrderEventName } from "../domain/entries-and-events.ts";
import { actorAs } from "../domain/policy.ts";
import { mostRatingText, type Stars, stars } from "../domain/rating.ts";
import { factsOf, loadOrder, type OrderRow } from "../storage/order-row.ts";
import { ratings } from "../tables.ts";

const ratingText = z
  .string()
  .trim()
  .max(mostRatingText, `Use at most ${figures(mostRatingText)} characters.`)
  .default("");

const given = z.strictObject({
  orderId: askedId,
  stars: z.coerce.number().int().optional(),
  text: ratingText,
});

const isStars = (value: number | undefined): value is Stars => stars.some((one) => one === value);

/** The payload of rating events; the same as of the order's own steps. */
const known = ({ clientId, writerId, number, kind, test, demo }: OrderRow) => ({
  ...{ clientId, writerId, number, kind, test, demo },
});

/** The order that this viewer has in this part, locked, so that two answers come one after the other. */
async function lockAs(work: Work, orderId: string, kind: "C" | "A"): Promise<Outcome<OrderRow>> {
  if (work.viewer.kind === "guest") return refuse("signed-out", "Sign in to do this.");
  const order = await loadOrder(work.tx, orderId, true);
  return order && actorAs(kind, factsOf(order), work.viewer) ? done(order) : notFound();
}

/**
 * The client of a finished order says once how the work was: 1 to 5, with words if wanted. Refuses signed-out, not-found
 * (foreign or unknown), conflict (not finished, or rated already) and invalid (`stars`, `text`).
 */
export const rateOrder = command<z.infer<typeof given>, { orderId: string }>("orders.rate", {
  input: given,
  run: async (work, { orderId, stars: number, text }) => {
    const mine = await lockAs(work, orderId, "C");
    if (!mine.ok) return mine;
    const order = mine.value;
    if (order.status !== "completed") return refuse("conflict", "An order is rated when it is finished.");
    if (!isStars(number)) return invalid([{ path: "stars", message: "Choose a rating from 1 to 5." }]);
    const rows = await work.tx
      .insert(ratings)
      .values({
        orderId,
        writerId: order.writerId,
        stars: number,
        text: text || null,
        at: work.now,
        demo: order.demo,
      })
      .onConflictDoNothing()
      .returning();
    if (rows.length === 0) return refuse("conflict", "You rated this order already. Your first rating is kept.");
    work.audit({ action: "order.rated", subject: orderId, detail: { stars: number } });
    work.emit({
      name: "order.rated" satisfies AnyOrderEventName,
      subject: orderId,
      payload: { ...known(order), stars: number },
    });
    return done({ orderId });
  },
});

const replied = z.strictObject({ orderId: askedId, reply: ratingText });

/**
 * An admin who may handle orders answers a rating, once. Refuses signed-out, not-found (for everybody else, and without a
 * rating), conflict (answered already) and invalid (`reply`).
 */
export const replyToRating = command<z.infer<typeof replied>, { orderId: string }>("orders.reply-to-rating", {
  input: replied,
  run: async (work, { orderId, reply }) => {
    const seen = await lockAs(work, orderId, "A");
    if (!seen.ok) return seen;
    const [rating] = await work.tx.select().from(ratings).where(eq(ratings.orderId, orderId));
    if (!rating) return notFound();
    if (rating.repliedAt !== null) return refuse("conflict", "This rating has a reply already.");
    if (reply === "") return invalid([{ path: "reply", message: "Write the reply." }]);
    await work.tx
      .update(ratings)
      .set({ reply, repliedBy: actorId(work.viewer), repliedAt: work.now })
      .where(eq(ratings.orderId, orderId));
    work.audit({ action: "order.rating-replied", subject: orderId });
    work.emit({
      name: "order.rating-replied" satisfies AnyOrderEventName,
      subject: orderId,
      payload: known(seen.value),
    });
    return done({ orderId });
  },
});
