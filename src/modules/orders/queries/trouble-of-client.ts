import { and, count, desc, eq, isNotNull, sql } from "drizzle-orm";
import { z } from "zod";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { textFor } from "#src/shared/viewer.ts";
import { canSeeAllOrders } from "../domain/policy.ts";
import { orders } from "../tables.ts";
import { wasRevised } from "./writer-figures.ts";

const mostDisputes = 5;

/** Of a client's orders: how many were delivered, after how many of these changes were asked for, and the last disputes. */
export const troubleOfClient = query("orders.trouble-of-client", {
  input: z.strictObject({ clientId: z.uuid() }),
  run: async ({ db, viewer }, { clientId }) => {
    if (!canSeeAllOrders(viewer, "admin")) return notFound();
    const of = eq(orders.clientId, clientId);
    const [[counts], disputes] = await Promise.all([
      db
        .select({
          delivered: count(orders.firstDeliveredAt),
          revised: sql`count(*) filter (where ${wasRevised})`.mapWith(Number),
          disputed: count(orders.disputedAt),
        })
        .from(orders)
        .where(of),
      db
        .select({ id: orders.id, title: orders.title, status: orders.status, at: orders.disputedAt })
        .from(orders)
        .where(and(of, isNotNull(orders.disputedAt)))
        .orderBy(desc(orders.disputedAt), desc(orders.id))
        .limit(mostDisputes),
    ]);
    return done({
      ...(counts ?? { delivered: 0, revised: 0, disputed: 0 }),
      disputes: disputes.map((one) => ({ ...one, title: textFor(viewer, clientId, "work", one.title) })),
    });
  },
});
