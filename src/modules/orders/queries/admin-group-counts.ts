import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { send } from "#src/platform/database/database.ts";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { canSeeAllOrders } from "../domain/policy.ts";
import { orders } from "../tables.ts";
import { orderGroups } from "./admin-order-list.ts";

/** Tabs are counted up to this many; one more stands for "more than". */
export const groupCountMost = 999;

type Group = keyof typeof orderGroups;
export type AdminGroupCounts = Readonly<Record<Group, number>>;

const capped = (condition: SQL): SQL =>
  sql`(select count(*) from (select 1 from ${orders} where ${condition} limit ${groupCountMost + 1}) found)`;

/** How many orders each tab of the list holds, at most 1,000 looked at for each. Refuses not-found for others. */
export const adminGroupCounts = query<Record<string, never>, AdminGroupCounts>("orders.admin-group-counts", {
  input: z.strictObject({}),
  run: async ({ db, viewer }) => {
    if (!canSeeAllOrders(viewer, "admin")) return notFound();
    const groups = Object.keys(orderGroups) as Group[];
    const asked = groups.map((group) => capped(orderGroups[group]));
    const answer = await send<{ counts: number[] }>(
      db,
      sql`select array[${sql.join(asked, sql`, `)}]::int[] as counts`,
    );
    const counts = answer.rows[0]?.counts ?? [];
    return done(Object.fromEntries(groups.map((group, index) => [group, counts[index] ?? 0])) as AdminGroupCounts);
  },
});
