import { eq } from "drizzle-orm";
import { z } from "zod";
import { type FileLine, filesOf } from "#src/modules/files/index.server.ts";
import { openOrderNumbersOf } from "#src/modules/orders/index.server.ts";
import { query } from "#src/platform/query.ts";
import { done } from "#src/shared/outcome.ts";
import { dayMs } from "#src/shared/units.ts";
import type { ApplicationFields, ApplicationState } from "../domain/application.ts";
import { applicationsSetting } from "../settings.ts";
import { applications } from "../tables.ts";

type OwnApplication = {
  state: ApplicationState;
  fields: ApplicationFields;
  files: readonly FileLine[];
  question: string | null;
  reason: string | null;
  sentAt: Date | null;
  savedAt: Date;
  /** When a declined one is deleted, so that another one can be sent. */
  goneAt: Date | null;
  /** Own orders that must be closed before it can be accepted. */
  openOrders: readonly string[];
};

/** The own application of the person who asks; null for guests and for people without one. */
export const ownApplication = query<Record<string, never>, OwnApplication | null>("writing.own-application", {
  input: z.strictObject({}),
  run: async ({ db, ctx, viewer }) => {
    if (viewer.kind !== "person") return done(null);
    const [row] = await db.select().from(applications).where(eq(applications.personId, viewer.id));
    if (!row) return done(null);
    const { state, fields, question, reason, sentAt, decidedAt } = row;
    const { declinedDays } = await ctx.runtime.settings.get(applicationsSetting);
    const gone = state === "declined" && decidedAt ? new Date(decidedAt.getTime() + declinedDays * dayMs) : null;
    return done({
      ...{ state, fields, question, reason, sentAt, savedAt: row.updatedAt, goneAt: gone },
      files: await filesOf({ db, viewer }, { purpose: "application", subjects: [row.id] }),
      openOrders: await openOrderNumbersOf(db, viewer.id),
    });
  },
});
