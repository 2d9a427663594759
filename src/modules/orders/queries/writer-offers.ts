import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import type { Action } from "../domain/lifecycle.ts";
import { orderHistory, orders } from "../tables.ts";

const offerActions: Action[] = ["assign", "claim", "accept", "accept-for-writer", "decline", "lapse-offer"];
/** Whom an offer or a claim is about. */
const toWriter = sql<string | null>`${orderHistory.detail}->>'writerId'`;

/** Offers to a writer and what became of them; one that still waits is among `made` alone. */
export type WriterOffers = { made: number; accepted: number; declined: number; lapsed: number };

/** Every offer an admin made to this writer. A claim is no offer. Test orders stay out. */
export async function offersOfWriter(db: Database, writerId: string): Promise<WriterOffers> {
  const asked = db
    .select({ orderId: orderHistory.orderId })
    .from(orderHistory)
    .where(and(inArray(orderHistory.action, ["assign", "claim"]), sql`${toWriter} = ${writerId}`));
  const rows = await db
    .select({ orderId: orderHistory.orderId, action: orderHistory.action, to: toWriter })
    .from(orderHistory)
    .innerJoin(orders, eq(orders.id, orderHistory.orderId))
    .where(and(eq(orders.test, false), inArray(orderHistory.action, offerActions), inArray(orders.id, asked)))
    .orderBy(orderHistory.orderId, orderHistory.at, orderHistory.id)
    .limit(20_000);
  return countOffers(rows, writerId);
}

const answers: Readonly<Record<string, Exclude<keyof WriterOffers, "made">>> = {
  accept: "accepted",
  "accept-for-writer": "accepted",
  decline: "declined",
  "lapse-offer": "lapsed",
};

/** An answer belongs to the offer before it. */
function countOffers(rows: readonly { orderId: string; action: string; to: string | null }[], writerId: string) {
  const offers: WriterOffers = { made: 0, accepted: 0, declined: 0, lapsed: 0 };
  let open: string | null = null;
  for (const { orderId, action, to } of rows) {
    if (action === "assign" || action === "claim") {
      open = action === "assign" && to === writerId ? orderId : null;
      if (open) offers.made += 1;
      continue;
    }
    const answer = answers[action];
    if (answer && open === orderId) offers[answer] += 1;
    open = null;
  }
  return offers;
}
