import { and, asc, inArray, isNotNull, isNull } from "drizzle-orm";
import { z } from "zod";
import { payoutOrders, waitingRefunds } from "#src/modules/orders/index.server.ts";
import { type Answer, query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { canManageMoney } from "../domain/policy.ts";
import { waitsForReview } from "../settling/review.ts";
import { providerEvents, refunds, settlements } from "../tables.ts";
import { heldAfterEnd } from "./held-after-end.ts";

const most = 50;

const reviewed = {
  ...{ id: settlements.id, orderId: settlements.orderId, cents: settlements.cents },
  ...{ provider: settlements.provider, at: settlements.at },
};
const sentBack = {
  ...{ id: refunds.id, orderId: refunds.orderId, cents: refunds.cents, state: refunds.state },
  ...{ error: refunds.error, createdAt: refunds.createdAt },
};

export type MoneyToReview = Answer<typeof moneyToReview>;

/** What waits for a person or did not work, oldest first, at most 50 of each; for admins with money. Refuses not-found. */
export const moneyToReview = query("payments.to-look-at", {
  input: z.strictObject({}),
  run: async ({ db, ctx, viewer }) => {
    if (!canManageMoney(viewer)) return notFound();
    const waiting = await waitingRefunds(ctx, {});
    const reviews = await db
      .select(reviewed)
      .from(settlements)
      .where(waitsForReview)
      .orderBy(asc(settlements.at))
      .limit(most);
    const open = await db
      .select(sentBack)
      .from(refunds)
      .where(inArray(refunds.state, ["failed", "by_hand"]))
      .orderBy(asc(refunds.createdAt))
      .limit(most);
    const held = await heldAfterEnd(db, most);
    const { id, provider, attempts, error, receivedAt, processedAt } = providerEvents;
    return done({
      /** Above the limit: they wait for a second admin, or for their time. */
      waiting: waiting.ok ? waiting.value : [],
      /** Money of another amount or currency than asked for: `returnReviewed` sends it back. */
      reviews,
      /** Refused, or to be sent by hand: `retryRefund`, `confirmRefundSent`. */
      refunds: open,
      /** Still held by orders that have ended: `returnHeld`. */
      held,
      /** Events that could not be followed yet; they are tried again by themselves. */
      events: await db
        .select({ id, provider, attempts, error, receivedAt })
        .from(providerEvents)
        .where(and(isNull(processedAt), isNotNull(error)))
        .orderBy(asc(receivedAt))
        .limit(most),
      /** What the orders are called, waiting refunds left out: these say it themselves. */
      orders: await payoutOrders(
        db,
        viewer,
        [...reviews, ...open, ...held].map(({ orderId }) => orderId),
      ),
    });
  },
});
