import { eq, sql } from "drizzle-orm";
import { newId } from "#src/platform/ids.ts";
import type { Work } from "#src/platform/work.ts";
import { actorId } from "#src/shared/viewer.ts";
import type { QuoteOffer } from "../domain/quote-offer.ts";
import type { OrderRow } from "../storage/order-row.ts";
import { customQuotes } from "../tables.ts";

/** Keeps the quote that a step has just made; its order is locked by that step, so versions rise by one. */
export async function keepCustomQuote(
  work: Work,
  order: OrderRow,
  { cents, scope, deadline, lines = [] }: QuoteOffer,
): Promise<void> {
  const [last] = await work.tx
    .select({ version: sql<number>`coalesce(max(${customQuotes.version}), 0)::int` })
    .from(customQuotes)
    .where(eq(customQuotes.orderId, order.id));
  await work.tx.insert(customQuotes).values({
    id: newId(),
    orderId: order.id,
    version: (last?.version ?? 0) + 1,
    ...{ cents, scope, deadline, lines: [...lines] },
    validUntil: order.quoteEndsAt,
    madeBy: actorId(work.viewer),
    createdAt: work.now,
  });
}
