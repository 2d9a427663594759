import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { siteSetting } from "#src/modules/operator/index.server.ts";
import { send } from "#src/platform/database/database.ts";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { canSeeAllOrders } from "../domain/policy.ts";
import { lifeSetting } from "../settings.ts";
import { orders } from "../tables.ts";
import { groupParts, type orderGroups } from "./admin-order-list.ts";
import { type DueFilter, dueConditions, watchConditions } from "./admin-watches.ts";

/** Tabs are counted up to this many; one more stands for "more than". */
export const groupCountMost = 999;

/** The tabs, and the quick filters beside them; "no-writer" is both. */
type Counted = keyof typeof orderGroups | "late" | DueFilter;
export type AdminGroupCounts = Readonly<Record<Counted, number>>;

const capped = (condition: SQL): SQL =>
  sql`(select count(*) from (select 1 from ${orders} where ${condition} limit ${groupCountMost + 1}) found)`;

/** Each part by an index that is read alone, and in the order of its rows. */
const countOf = (parts: readonly SQL[]): SQL =>
  sql`least(${groupCountMost + 1}::int, ${sql.join(parts.map(capped), sql` + `)})`;

/** How many orders each tab and quick filter of the list holds, at most 1,000 looked at for each. Refuses not-found for others. */
export const adminGroupCounts = query<Record<string, never>, AdminGroupCounts>("orders.admin-group-counts", {
  input: z.strictObject({}),
  run: async ({ db, ctx, viewer, now }) => {
    if (!canSeeAllOrders(viewer, "admin")) return notFound();
    const { settings } = ctx.runtime;
    const [life, { timeZone }] = await Promise.all([settings.get(lifeSetting), settings.get(siteSetting)]);
    const { late } = watchConditions(now, life);
    const { open, finished, ended } = groupParts;
    const { "due-today": today, "due-next": next } = dueConditions(now, timeZone);
    const counted: Record<Counted, readonly SQL[]> = {
      ...groupParts,
      ...{ all: [...open, ...finished, ...ended], late: [late], "due-today": [today], "due-next": [next] },
    };
    const names = Object.keys(counted) as Counted[];
    const answer = await send<{ counts: number[] }>(
      db,
      sql`select array[${sql.join(
        names.map((name) => countOf(counted[name])),
        sql`, `,
      )}]::int[] as counts`,
    );
    const counts = answer.rows[0]?.counts ?? [];
    return done(Object.fromEntries(names.map((name, index) => [name, counts[index] ?? 0])) as AdminGroupCounts);
  },
});
