import { and, eq, gte, isNotNull, sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import { z } from "zod";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { isZone } from "#src/shared/zone.ts";
import { canSeeAllOrders } from "../domain/policy.ts";
import { orders } from "../tables.ts";

/** `week` is the Monday, YYYY-MM-DD, in the zone that was asked for. */
type WeekOfDeliveries = { week: string; service: string; delivered: number; onTime: number };

/** Each order's id and service, for other modules' own sums to be joined with. */
export const orderServices = new QueryBuilder()
  .select({ orderId: orders.id, service: orders.service })
  .from(orders)
  .as("order_services");

const input = z.strictObject({ since: z.date(), zone: z.string().refine(isZone, "This time zone is not known.") });

const onTime = sql`${orders.deadline} is null or ${orders.firstDeliveredAt} <= ${orders.deadline}`;

/**
 * First deliveries since then, and how many of them came by the client's deadline, by week and service. Test orders are
 * out. It reads the deliveries of that time by their index (`orders_delivered`). Refuses not-found for others than admins.
 */
export const deliveriesByWeek = query<z.infer<typeof input>, readonly WeekOfDeliveries[]>("orders.deliveries-by-week", {
  input,
  run: async ({ db, viewer }, { since, zone }) => {
    if (!canSeeAllOrders(viewer, "admin")) return notFound();
    const rows = await db
      .select({
        week: sql<string>`to_char(date_trunc('week', ${orders.firstDeliveredAt} at time zone ${zone}), 'YYYY-MM-DD')`,
        service: orders.service,
        delivered: sql<number>`count(*)::int`,
        onTime: sql<number>`(count(*) filter (where ${onTime}))::int`,
      })
      .from(orders)
      .where(and(isNotNull(orders.firstDeliveredAt), gte(orders.firstDeliveredAt, since), eq(orders.test, false)))
      .groupBy(sql`1`, orders.service);
    return done(rows);
  },
});
