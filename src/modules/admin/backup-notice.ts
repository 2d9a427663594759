import { lastBackups, lastDrills } from "#src/platform/backups/backup-runs.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { dayMs } from "#src/shared/units.ts";
import type { AdminNotice } from "./admin-notice.ts";

const longestMs = 2 * dayMs;

/** What is wrong with the backups by schedule; none where none are wanted. */
export async function backupNotice({ runtime }: Ctx): Promise<readonly AdminNotice[]> {
  const { backupDir, backupS3 } = runtime.config;
  if (!backupDir && !backupS3) return [];
  const [{ newest, wholeAt }, { ended: drill }] = await Promise.all([lastBackups(runtime.db), lastDrills(runtime.db)]);
  const link = { to: "/admin/system", label: "Open the System page" };
  if (newest?.state === "failed")
    return [
      {
        key: "backup-failed",
        tone: "warn",
        title: "The last backup failed.",
        text: `It is tried again automatically. The reason: ${newest.error ?? "unknown"}`,
        link,
      },
    ];
  if (wholeAt && runtime.clock().getTime() - wholeAt.getTime() > longestMs)
    return [
      {
        key: "backup-old",
        tone: "warn",
        title: "No backup was made for two days.",
        text: "A process that does the work in the background makes them: look whether one runs.",
        link,
      },
    ];
  if (drill?.state === "failed")
    return [
      {
        key: "drill-failed",
        tone: "warn",
        title: "The last restore drill was not done.",
        text: `It is tried again automatically. The reason: ${drill.error ?? "unknown"}`,
        link,
      },
    ];
  if (drill?.error)
    return [
      {
        key: "drill-unequal",
        tone: "warn",
        title: "The backup that was restored for trial is not equal to what was backed up.",
        text: `The next one is tried as soon as it is made. What differs: ${drill.error}`,
        link,
      },
    ];
  return [];
}
