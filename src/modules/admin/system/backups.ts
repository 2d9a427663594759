import { z } from "zod";
import { askForBackup, lastDrills, newestRuns } from "#src/platform/backups/backup-runs.ts";
import { command } from "#src/platform/command.ts";
import { type Answer, query } from "#src/platform/query.ts";
import { done, notFound, refuse } from "#src/shared/outcome.ts";
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

/** Asks for a backup now; a process that works in the background makes it. Refuses where none can be made, and while one is. */
export const askBackup = command("system.backup", {
  input: z.strictObject({}),
  run: async ({ tx, now, viewer, ctx, audit }) => {
    if (!canChangeSettings(viewer)) return notFound();
    const { backupDir, backupS3 } = ctx.runtime.config;
    if (!backupDir && !backupS3)
      return refuse(
        "unavailable",
        "The server has no folder (BACKUP_DIR) and no bucket (BACKUP_S3_BUCKET) for backups.",
      );
    if (!(await askForBackup(tx, now))) return refuse("conflict", "A backup is already being made.");
    audit({ action: "system.backup-asked", subject: "backup", detail: {} });
    return done(null);
  },
});
