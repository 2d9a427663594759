import { and, eq, lt, or } from "drizzle-orm";
import { forgetFilesAt } from "#src/modules/files/index.server.ts";
import { inTransaction } from "#src/platform/command.ts";
import type { JobKind } from "#src/platform/jobs.ts";
import { systemCtx } from "#src/platform/runtime.ts";
import { done } from "#src/shared/outcome.ts";
import { dayMs } from "#src/shared/units.ts";
import { applicationsSetting } from "./settings.ts";
import { applications } from "./tables.ts";

/** Declined applications go with their samples after the time of the setting, drafts that nobody touched after theirs. */
export const sweepApplications: JobKind = {
  name: "writing.sweep-applications",
  cron: "52 3 * * *",
  run: async (runtime) => {
    const { declinedDays, draftDays } = await runtime.settings.get(applicationsSetting);
    await inTransaction(systemCtx(runtime, "writing.sweep-applications"), async (work) => {
      const before = (days: number) => new Date(work.now.getTime() - days * dayMs);
      const old = or(
        and(eq(applications.state, "declined"), lt(applications.decidedAt, before(declinedDays))),
        and(eq(applications.state, "draft"), lt(applications.updatedAt, before(draftDays))),
      );
      const gone = await work.tx.delete(applications).where(old).returning({ id: applications.id });
      await forgetFilesAt(
        work,
        "application",
        gone.map(({ id }) => id),
      );
      return done(null);
    });
  },
};
