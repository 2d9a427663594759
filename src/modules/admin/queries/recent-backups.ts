import { z } from "zod";
import { newestRuns } from "#src/platform/backups/backup-runs.ts";
import { type Answer, query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { canChangeSettings } from "../domain/policy.ts";

export type BackupRuns = Answer<typeof recentBackups>;

/** The newest backups by schedule, for admins with `settings`. */
export const recentBackups = query("system.backups", {
  input: z.strictObject({}),
  run: async ({ db, viewer }) => (canChangeSettings(viewer) ? done(await newestRuns(db)) : notFound()),
});
