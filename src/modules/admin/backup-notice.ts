import { lastBackups } from "#src/platform/backups/backup-runs.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { dayMs } from "#src/shared/units.ts";
import type { AdminNotice } from "./admin-notice.ts";

const longestMs = 2 * dayMs;

/** What is wrong with the backups by schedule; none where none are wanted. */
export async function backupNotice({ runtime }: Ctx): Promise<readonly AdminNotice[]> {
  if (!runtime.config.backupDir) return [];
  const { newest, wholeAt } = await lastBackups(runtime.db);
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
  return [];
}
