import { z } from "zod";
import { lastDrills, newestRuns } from "#src/platform/backups/backup-runs.ts";
import { type Answer, query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { canChangeSettings } from "../domain/policy.ts";

export type RecentBackups = Answer<typeof recentBackups>;

/** The newest backups by schedule and the last restore drill, for admins with `settings`. */
export const recentBackups = query("system.backups", {
  input: z.strictObject({}),
  run: async ({ db, viewer }) => {
    if (!canChangeSettings(viewer)) return notFound();
    const [runs, { ended, newest }] = await Promise.all([newestRuns(db), lastDrills(db)]);
    return done({ runs, drill: ended, drilling: newest?.state === "running" });
  },
});
