import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { canSeeAllOrders } from "#src/modules/orders/index.server.ts";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { savedViews } from "../tables.ts";

export type SavedView = { id: string; name: string; address: string };

/** An admin keeps at most so many views. */
export const mostViews = 12;

/** The views that this admin saved, the oldest first. Refuses not-found for people who may not see orders. */
export const myViews = query<Record<string, never>, readonly SavedView[]>("admin.my-views", {
  input: z.strictObject({}),
  run: async ({ db, viewer }) => {
    if (viewer.kind !== "person" || !canSeeAllOrders(viewer, "admin")) return notFound();
    const rows = await db
      .select({ id: savedViews.id, name: savedViews.name, address: savedViews.address })
      .from(savedViews)
      .where(eq(savedViews.personId, viewer.id))
      .orderBy(asc(savedViews.createdAt), asc(savedViews.id))
      .limit(mostViews);
    return done(rows);
  },
});
