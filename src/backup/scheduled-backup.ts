import { siteSetting } from "#src/modules/operator/index.server.ts";
import { askedBackup } from "#src/platform/backups/backup-runs.ts";
import { type BackupPlan, backupSetting, dueSlot, keptBackups } from "#src/platform/backups/plan.ts";
import { heldJump } from "#src/platform/clock-watch.ts";
import type { JobKind } from "#src/platform/jobs.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { backupRuns } from "#src/platform/tables.ts";
import { zonedMoment } from "#src/shared/zone.ts";
import { readHead } from "./manifest.ts";
import { type MakeBackup, runBackupCommand } from "./run-command.ts";
import { runDueDrill } from "./scheduled-drill.ts";
import { runMail, runOnce } from "./scheduled-run.ts";
import { type BackupTarget, momentOf } from "./targets/target.ts";
import { scheduledTarget, targetNamed } from "./targets/where.ts";

const failedMail = runMail({
  id: "system.backup-failed",
  when: "when a backup fails",
  subject: "The backup of your shop failed",
  title: "The backup failed",
  first:
    "The backup of {{time of the backup}} was not made. It is tried again automatically; orders and payments continue.",
});

/**
 * Makes the backup that an admin asked for, or the one that the plan wants now, and removes those that the plan no longer
 * keeps. While the time is not confirmed only what was asked for is made, and nothing is removed.
 */
export async function runDueBackup(runtime: Runtime, make: MakeBackup = runBackupCommand): Promise<void> {
  const { db, clock, config } = runtime;
  const to = scheduledTarget(config);
  if (to === undefined) return;
  const [plan, { timeZone: zone }, jump, asked] = await Promise.all([
    runtime.settings.get(backupSetting),
    runtime.settings.get(siteSetting),
    heldJump(db),
    askedBackup(db, clock()),
  ]);
  const slot = asked ?? (jump ? null : dueSlot(clock(), plan, zone));
  if (!slot) return;
  await runOnce(runtime, {
    of: backupRuns,
    slot,
    kind: "backup",
    work: async (saw) => {
      const { damaged, ...made } = await make(config.home, to, saw);
      const lost = damaged > 0 ? [`Files that were missing or altered before it was made: ${damaged}.`] : [];
      const old = jump ? [] : await removeOld(targetNamed(config, to), runtime.installId, { plan, zone });
      return { ...made, error: [...lost, ...old].join(" ") };
    },
    failed: failedMail,
    made: zonedMoment(slot, zone),
  });
}

/** Looks every ten seconds, because an admin may wait for one; a backup or a drill under way holds no process that leaves. */
export const backupJob: JobKind = {
  name: "backups",
  everySeconds: 10,
  run: async (runtime) => {
    runDueBackup(runtime)
      .then(() => runDueDrill(runtime))
      .catch((err) => runtime.log.error({ err }, "backups by schedule failed"));
  },
};

/**
 * Removes whole backups of this installation that the plan does not keep; others, and what is no backup, stay.
 * @returns a sentence when one could not be removed: the new one is whole all the same.
 */
async function removeOld(target: BackupTarget, installId: string, { plan, zone }: { plan: BackupPlan; zone: string }) {
  try {
    const own: { name: string; moment: Date }[] = [];
    for (const name of await target.names()) {
      const moment = momentOf(name);
      if (moment && (await installIdOf(target, name)) === installId) own.push({ name, moment });
    }
    const moments = own.map(({ moment }) => moment);
    const kept = keptBackups(moments, plan, zone);
    for (const { name, moment } of own) if (!kept.has(moment)) await target.remove(name);
    return [];
  } catch (error) {
    return [`Old backups could not be removed: ${error instanceof Error ? error.message : String(error)}`];
  }
}

/** Null for a torn or altered one: a person looks at it. */
const installIdOf = (target: BackupTarget, name: string): Promise<string | null> =>
  readHead(target.open(name)).then(
    ({ installId }) => installId,
    () => null,
  );
