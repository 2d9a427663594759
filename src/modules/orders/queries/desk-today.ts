import { asc, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Database, send } from "#src/platform/database/database.ts";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { canSeeAllOrders } from "../domain/policy.ts";
import { lifeSetting } from "../settings.ts";
import { orders } from "../tables.ts";
import { type DeskRow, deskRow } from "./desk-list.ts";
import { type DeskWatch, deskWatches, mapped, watchConditions } from "./desk-watches.ts";
import { lightColumns } from "./shown-columns.ts";

/** Queues are counted up to this many; one more stands for "more than". */
export const deskCountMost = 99;
const mostNeeds = 12;

export type DeskNeed = DeskRow & {
  /** Why it is here, the most pressing first. */
  watches: readonly DeskWatch[];
  waitingSince: Date | null;
  assignedAt: Date | null;
  deliveredAt: Date | null;
  disputedAt: Date | null;
};

export type DeskToday = {
  counts: Readonly<Record<DeskWatch, number>>;
  open: number;
  /** Orders that need a person, the nearest deadline first. */
  needs: readonly DeskNeed[];
};

/** The desk's queues and the first orders in them, in two statements. Refuses not-found for others. */
export const deskToday = query<Record<string, never>, DeskToday>("orders.desk-today", {
  input: z.strictObject({}),
  run: async ({ db, ctx, viewer, now }) => {
    if (!canSeeAllOrders(viewer, "desk")) return notFound();
    const conditions = watchConditions(now, await ctx.runtime.settings.get(lifeSetting));
    const counted = await countQueues(db, conditions);
    const flags = mapped(conditions, (condition) => sql<boolean | null>`${condition}`);
    const rows = await db
      .select({ row: lightColumns, ...flags })
      .from(orders)
      .where(or(...deskWatches.map((watch) => conditions[watch])))
      .orderBy(sql`${orders.deadline} asc nulls last`, asc(orders.id))
      .limit(mostNeeds);
    const needs = rows.map(({ row, ...why }) => ({
      ...deskRow(row),
      watches: deskWatches.filter((watch) => why[watch] === true),
      waitingSince: row.waitingSince,
      assignedAt: row.assignedAt,
      deliveredAt: row.deliveredAt,
      disputedAt: row.disputedAt,
    }));
    return done({ ...counted, needs });
  },
});

const capped = (condition: SQL): SQL<string> =>
  sql<string>`(select count(*) from (select 1 from ${orders} where ${condition} limit ${deskCountMost + 1}) found)`;

async function countQueues(
  db: Database,
  conditions: Readonly<Record<DeskWatch, SQL>>,
): Promise<Pick<DeskToday, "counts" | "open">> {
  const open = capped(sql`${orders.status} not in ('completed', 'cancelled', 'refunded')`);
  const asked = [open, ...deskWatches.map((watch) => capped(conditions[watch]))];
  const answer = await send<{ counts: number[] }>(db, sql`select array[${sql.join(asked, sql`, `)}]::int[] as counts`);
  const [first = 0, ...rest] = answer.rows[0]?.counts ?? [];
  const byName = Object.fromEntries(deskWatches.map((watch, place) => [watch, rest[place] ?? 0]));
  return { open: first, counts: byName as Record<DeskWatch, number> };
}

/** The queue counts alone, for the desk's navigation. Refuses not-found for others. */
export const deskCounts = query<Record<string, never>, Pick<DeskToday, "counts" | "open">>("orders.desk-counts", {
  input: z.strictObject({}),
  run: async ({ db, ctx, viewer, now }) => {
    if (!canSeeAllOrders(viewer, "desk")) return notFound();
    return done(await countQueues(db, watchConditions(now, await ctx.runtime.settings.get(lifeSetting))));
  },
});
