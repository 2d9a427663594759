import { eq } from "drizzle-orm";
import { z } from "zod";
import { filesOf } from "#src/modules/files/index.server.ts";
import { openOrderNumbersOf } from "#src/modules/orders/index.server.ts";
import { query } from "#src/platform/query.ts";
import { done } from "#src/shared/outcome.ts";
import { dayMs } from "#src/shared/units.ts";
import { applicationsSetting } from "../settings.ts";
import { applications } from "../tables.ts";

/** The viewer's own application; null for guests and for people without one. */
export const ownApplication = query("writing.own-application", {
  input: z.strictObject({}),
  run: async ({ db, ctx, viewer }) => {
    if (viewer.kind !== "person") return done(null);
    const [row] = await db.select().from(applications).where(eq(applications.personId, viewer.id));
    if (!row) return done(null);
    const { state, fields, question, reason, sentAt, decidedAt } = row;
    const { declinedDays } = await ctx.runtime.settings.get(applicationsSetting);
    // When a declined one is deleted, so that another one can be sent.
    const goneAt = state === "declined" && decidedAt ? new Date(decidedAt.getTime() + declinedDays * dayMs) : null;
    return done({
      ...{ state, fields, question, reason, sentAt, savedAt: row.updatedAt, goneAt },
      files: await filesOf({ db, viewer }, { purpose: "application", subjects: [row.id] }),
      /** Own orders that must be closed before it can be accepted. */
      openOrders: await openOrderNumbersOf(db, viewer.id),
    });
  },
});
