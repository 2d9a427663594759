import { and, isNotNull, lt, or } from "drizzle-orm";
import type { JobKind } from "#src/platform/jobs.ts";
import { dayMs } from "#src/shared/units.ts";
import { notices } from "./tables.ts";

/** Read notices go after 90 days, unread ones after a year. */
export const sweepNotices: JobKind = {
  name: "sweep-notices",
  cron: "47 3 * * *",
  run: async ({ db, clock }) => {
    const before = (days: number) => new Date(clock().getTime() - days * dayMs);
    await db
      .delete(notices)
      .where(or(and(isNotNull(notices.readAt), lt(notices.at, before(90))), lt(notices.at, before(365))));
  },
};
