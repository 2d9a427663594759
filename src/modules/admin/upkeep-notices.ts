import { lastBackups, lastDrills } from "#src/platform/backups/backup-runs.ts";
import { failedDeletions } from "#src/platform/retention.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { dayMs } from "#src/shared/units.ts";
import type { AdminNotice } from "./notices.ts";

const longestMs = 2 * dayMs;

/** What is wrong with backups by schedule and with the deletion of old data. */
export const upkeepNotices = async (ctx: Ctx): Promise<readonly AdminNotice[]> =>
  (await Promise.all([backupNotice(ctx), deletionNotice(ctx)])).flat();

async function deletionNotice({ runtime }: Ctx): Promise<readonly AdminNotice[]> {
  const failed = await failedDeletions(runtime.db, runtime.clock());
  if (failed === 0) return [];
  const what = failed === 1 ? "One class of old data was" : `${failed} classes of old data were`;
  return [
    {
      key: "deletion-failed",
      tone: "warn",
      title: `${what} not deleted.`,
      text: "It is tried again automatically. The page shows which data, and the reason.",
      link: { to: "/admin/system/data", label: "Open Data and deletion" },
    },
  ];
}

/** None where no backups are wanted. */
async function backupNotice({ runtime }: Ctx): Promise<readonly AdminNotice[]> {
  const { backupDir, backupS3 } = runtime.config;
  if (!backupDir && !backupS3) return [];
  const [{ newest, wholeAt }, { ended: drill }] = await Promise.all([lastBackups(runtime.db), lastDrills(runtime.db)]);
  const warning = (key: string, title: string, text: string): readonly AdminNotice[] => [
    { key, tone: "warn", title, text, link: { to: "/admin/system", label: "Open the System page" } },
  ];
  if (newest?.state === "failed")
    return warning(
      "backup-failed",
      "The last backup failed.",
      `${newest.byHand ? "An admin asked for it" : "It is tried again automatically"}. The reason: ${newest.error ?? "unknown"}`,
    );
  if (wholeAt && runtime.clock().getTime() - wholeAt.getTime() > longestMs)
    return warning(
      "backup-old",
      "No backup was made in the last two days.",
      "Backups are made in the background. Check that the server does its background work.",
    );
  if (drill?.state === "failed")
    return warning(
      "drill-failed",
      "The last restore drill was not done.",
      `It is tried again automatically. The reason: ${drill.error ?? "unknown"}`,
    );
  if (drill?.error)
    return warning(
      "drill-unequal",
      "The restore drill found a difference: the restored backup is not the same as the original.",
      `The next backup is tested as soon as it is made. The difference: ${drill.error}`,
    );
  return [];
}
