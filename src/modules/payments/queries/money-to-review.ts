import { and, asc, inArray, isNotNull, isNull } from "drizzle-orm";
import { z } from "zod";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { may } from "#src/shared/viewer.ts";
import type { RefundRow, SettlementRow } from "../books.ts";
import { waitsForReview } from "../review.ts";
import { providerEvents, refunds, settlements } from "../tables.ts";

const most = 50;

export type MoneyToReview = {
  /** Money of another amount or currency than asked for: `returnReviewed` sends it back. */
  reviews: readonly Pick<SettlementRow, "id" | "orderId" | "method" | "cents" | "currency" | "at">[];
  /** Refused, or to be sent by hand: `retryRefund`, `confirmRefundSent`. */
  refunds: readonly Pick<RefundRow, "id" | "orderId" | "cents" | "currency" | "state" | "error" | "createdAt">[];
  /** Events that could not be followed yet; they are tried again by themselves. */
  events: readonly { id: string; provider: string; attempts: number; error: string | null; receivedAt: Date }[];
};

/** What waits for a person or did not work, oldest first, at most 50 of each; for admins with money. Refuses not-found. */
export const moneyToReview = query<Record<string, never>, MoneyToReview>("payments.to-look-at", {
  input: z.strictObject({}),
  run: async ({ db, viewer }) => {
    if (!may(viewer, "money")) return notFound();
    return done({
      reviews: await db.select().from(settlements).where(waitsForReview).orderBy(asc(settlements.at)).limit(most),
      refunds: await db
        .select()
        .from(refunds)
        .where(inArray(refunds.state, ["failed", "by_hand"]))
        .orderBy(asc(refunds.createdAt))
        .limit(most),
      events: await db
        .select()
        .from(providerEvents)
        .where(and(isNull(providerEvents.processedAt), isNotNull(providerEvents.error)))
        .orderBy(asc(providerEvents.receivedAt))
        .limit(most),
    });
  },
});
