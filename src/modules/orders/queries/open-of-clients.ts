import { and, count, inArray, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { canSeeAllOrders } from "../domain/policy.ts";
import { lifeSetting } from "../settings.ts";
import { orders } from "../tables.ts";
import { orderGroups } from "./admin-order-list.ts";
import { type AdminWatch, watchConditions } from "./admin-watches.ts";

/** Of what is open, what an admin should know first. */
const watched = [
  "disputed",
  "late",
  "no-writer",
  "needs-quote",
  "transfer",
  "revision",
] as const satisfies AdminWatch[];
type Watched = (typeof watched)[number];
export type OpenOfClient = { open: number } & Readonly<Record<Watched, number>>;

/** How many orders of each of these clients are open, and why they wait for a person; who has none is missing. */
export const openOfClients = query("orders.open-of-clients", {
  input: z.strictObject({ clientIds: z.array(z.uuid()).max(50) }),
  run: async ({ db, ctx, viewer, now }, { clientIds }) => {
    if (!canSeeAllOrders(viewer, "admin")) return notFound();
    if (clientIds.length === 0) return done(new Map<string, OpenOfClient>());
    const conditions = watchConditions(now, await ctx.runtime.settings.get(lifeSetting));
    const counted = (condition: SQL) => sql<number>`count(*) filter (where ${condition})`.mapWith(Number);
    const columns = Object.fromEntries(watched.map((watch) => [watch, counted(conditions[watch])]));
    const rows = await db
      .select({ id: orders.clientId, open: count(), ...(columns as Record<Watched, SQL<number>>) })
      .from(orders)
      .where(and(inArray(orders.clientId, clientIds), orderGroups.open))
      .groupBy(orders.clientId);
    return done(new Map<string, OpenOfClient>(rows.map(({ id, ...open }) => [id, open])));
  },
});
