import { and, count, eq, gt, sql } from "drizzle-orm";
import { z } from "zod";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { dayMs } from "#src/shared/units.ts";
import { canSeeAllOrders } from "../domain/policy.ts";
import { orders } from "../tables.ts";

const days = 90;

/** How many orders a client placed within 24 hours and 90 days, and of how many of these money went back. */
export const paceOfClient = query("orders.pace-of-client", {
  input: z.strictObject({ clientId: z.uuid() }),
  run: async ({ db, viewer, now }, { clientId }) => {
    if (!canSeeAllOrders(viewer, "admin")) return notFound();
    const since = (ms: number) => new Date(now.getTime() - ms);
    const [pace] = await db
      .select({
        lastDay: sql`count(*) filter (where ${gt(orders.createdAt, since(dayMs))})`.mapWith(Number),
        placed: count(),
        // A credit for lateness is no refund that was asked for.
        refunded: sql`count(*) filter (where ${gt(orders.refundedCents, orders.lateCreditCents)})`.mapWith(Number),
      })
      .from(orders)
      .where(and(eq(orders.clientId, clientId), gt(orders.createdAt, since(days * dayMs)), eq(orders.test, false)));
    return done({ days, ...(pace ?? { lastDay: 0, placed: 0, refunded: 0 }) });
  },
});
