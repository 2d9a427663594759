import { and, eq, lt, or } from "drizzle-orm";
import { forgetFilesAt } from "#src/modules/files/index.server.ts";
import { countRows, type Kept, removeInWork, retentionJob } from "#src/platform/retention.ts";
import { counted } from "#src/shared/counted.ts";
import { dayMs } from "#src/shared/units.ts";
import { applicationsSetting } from "./settings.ts";
import { applications } from "./tables.ts";

const job = "writing.sweep-applications";

async function past({ settings }: Kept, now: Date) {
  const { declinedDays, draftDays } = await settings.get(applicationsSetting);
  const before = (days: number) => new Date(now.getTime() - days * dayMs);
  return or(
    and(eq(applications.state, "declined"), lt(applications.decidedAt, before(declinedDays))),
    and(eq(applications.state, "draft"), lt(applications.updatedAt, before(draftDays))),
  );
}

/** Declined applications go with their samples after the time of the setting, drafts that nobody touched after theirs. */
export const sweepApplications = retentionJob(job, "52 3 * * *", [
  {
    key: "writing.applications",
    holds: "Applications of writers that were declined or never sent, with their samples",
    why: "An answer can be explained, and a draft continued. Accepted ones stay with the writer.",
    shown: "Applications of writers that led to nothing",
    choice: "pay",
    time: async ({ settings }) => {
      const { declinedDays, draftDays } = await settings.get(applicationsSetting);
      return `${counted(declinedDays, "day")} when declined, ${counted(draftDays, "day")} when never sent`;
    },
    remove: async (runtime, now) => {
      const old = await past(runtime, now);
      return removeInWork(runtime, job, async (work) => {
        const gone = await work.tx.delete(applications).where(old).returning({ id: applications.id });
        await forgetFilesAt(
          work,
          "application",
          gone.map(({ id }) => id),
        );
        return gone.length;
      });
    },
    overdue: async (kept, now) => countRows(kept.db, applications, await past(kept, now)),
  },
]);
