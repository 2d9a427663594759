import { and, desc, eq, gt, ne } from "drizzle-orm";
import { z } from "zod";
import { type Answer, query } from "#src/platform/query.ts";
import { done } from "#src/shared/outcome.ts";
import { minuteMs } from "#src/shared/units.ts";
import { clientIdOf } from "../domain/policy.ts";
import { formDrafts } from "../storage/draft-tables.ts";
import { orders } from "../tables.ts";

const recentMs = 30 * minuteMs;

/** The order that the viewer placed last, in the last half hour; null when there is none, or it was cancelled. */
export const justPlaced = query("orders.just-placed", {
  input: z.strictObject({}),
  run: async ({ db, viewer, now }) => {
    const clientId = clientIdOf(viewer);
    if (clientId === null) return done(null);
    const since = new Date(now.getTime() - recentMs);
    const own = and(eq(orders.clientId, clientId), eq(orders.demo, false), gt(orders.createdAt, since));
    const [row] = await db
      .select({ id: orders.id, title: orders.title, status: orders.status, placedAt: orders.createdAt })
      .from(orders)
      .where(and(own, ne(orders.status, "cancelled")))
      .orderBy(desc(orders.createdAt))
      .limit(1);
    return done(row ?? null);
  },
});

export type OrderDraft = NonNullable<Answer<typeof orderDraft>>;

/** The order form that the viewer's account keeps; null when there is none, and for guests. */
export const orderDraft = query("orders.draft", {
  input: z.strictObject({}),
  run: async ({ db, viewer }) => {
    if (viewer.kind !== "person") return done(null);
    const [row] = await db.select().from(formDrafts).where(eq(formDrafts.owner, viewer.id));
    if (!row) return done(null);
    const { path, fields, formKey, revision, savedAt, sessionId } = row;
    // `own`: it was written in this very session.
    return done({ path, fields, formKey, revision, savedAt, own: sessionId === viewer.sessionId });
  },
});
