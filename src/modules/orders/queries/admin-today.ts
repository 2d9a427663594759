import { asc, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Database, send } from "#src/platform/database/database.ts";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { canSeeAllOrders } from "../domain/policy.ts";
import { lifeSetting } from "../settings.ts";
import { orders } from "../tables.ts";
import { type AdminOrderRow, adminOrderRow } from "./admin-order-list.ts";
import { type AdminWatch, adminWatches, mapped, watchConditions } from "./admin-watches.ts";
import { lightColumns } from "./shown-columns.ts";

/** Queues are counted up to this many; one more stands for "more than". */
export const adminCountMost = 99;
const mostNeeds = 12;

export type AdminNeed = AdminOrderRow & {
  /** Why it is here, the most pressing first. */
  watches: readonly AdminWatch[];
  waitingSince: Date | null;
  assignedAt: Date | null;
  deliveredAt: Date | null;
  disputedAt: Date | null;
};

export type AdminToday = {
  counts: Readonly<Record<AdminWatch, number>>;
  open: number;
  /** Orders that need a person, the nearest deadline first. */
  needs: readonly AdminNeed[];
};

/** The admin area's queues and the first orders in them, in two statements. Refuses not-found for others. */
export const adminToday = query<Record<string, never>, AdminToday>("orders.admin-today", {
  input: z.strictObject({}),
  run: async ({ db, ctx, viewer, now }) => {
    if (!canSeeAllOrders(viewer, "admin")) return notFound();
    const conditions = watchConditions(now, await ctx.runtime.settings.get(lifeSetting));
    const counted = await countQueues(db, conditions);
    const flags = mapped(conditions, (condition) => sql<boolean | null>`${condition}`);
    const rows = await db
      .select({ row: lightColumns, ...flags })
      .from(orders)
      .where(or(...adminWatches.map((watch) => conditions[watch])))
      .orderBy(sql`${orders.deadline} asc nulls last`, asc(orders.id))
      .limit(mostNeeds);
    const needs = rows.map(({ row, ...why }) => ({
      ...adminOrderRow(row),
      watches: adminWatches.filter((watch) => why[watch] === true),
      waitingSince: row.waitingSince,
      assignedAt: row.assignedAt,
      deliveredAt: row.deliveredAt,
      disputedAt: row.disputedAt,
    }));
    return done({ ...counted, needs });
  },
});

const capped = (condition: SQL): SQL<string> =>
  sql<string>`(select count(*) from (select 1 from ${orders} where ${condition} limit ${adminCountMost + 1}) found)`;

async function countQueues(
  db: Database,
  conditions: Readonly<Record<AdminWatch, SQL>>,
): Promise<Pick<AdminToday, "counts" | "open">> {
  const open = capped(sql`${orders.status} not in ('completed', 'cancelled', 'refunded')`);
  const asked = [open, ...adminWatches.map((watch) => capped(conditions[watch]))];
  const answer = await send<{ counts: number[] }>(db, sql`select array[${sql.join(asked, sql`, `)}]::int[] as counts`);
  const [first = 0, ...rest] = answer.rows[0]?.counts ?? [];
  const byName = Object.fromEntries(adminWatches.map((watch, index) => [watch, rest[index] ?? 0]));
  return { open: first, counts: byName as Record<AdminWatch, number> };
}

/** The queue counts alone, for the admin area's navigation. Refuses not-found for others. */
export const adminCounts = query<Record<string, never>, Pick<AdminToday, "counts" | "open">>("orders.admin-counts", {
  input: z.strictObject({}),
  run: async ({ db, ctx, viewer, now }) => {
    if (!canSeeAllOrders(viewer, "admin")) return notFound();
    return done(await countQueues(db, watchConditions(now, await ctx.runtime.settings.get(lifeSetting))));
  },
});
