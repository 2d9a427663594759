import { siteSetting } from "#src/modules/operator/index.server.ts";
import { lastDrills, newestWhole } from "#src/platform/backups/backup-runs.ts";
import { backupSetting, isDrillDue } from "#src/platform/backups/plan.ts";
import { heldJump } from "#src/platform/clock-watch.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { backupDrills } from "#src/platform/tables.ts";
import { zonedMoment } from "#src/shared/zone.ts";
import { type Drill, runDrillCommand } from "./run-command.ts";
import { mailOfRun, runMail, runOnce } from "./scheduled-run.ts";
import { pathInTarget, scheduledTarget } from "./targets/where.ts";

const failedMail = runMail({
  id: "system.drill-failed",
  when: "when a restore drill is not done",
  subject: "The restore drill of your shop was not done",
  title: "The restore drill was not done",
  first:
    "The backup of {{time of the backup}} was not restored for trial. It is tried again automatically; the shop is not affected.",
});
const unequalMail = runMail({
  id: "system.drill-unequal",
  when: "when a restored backup is not equal",
  subject: "A backup of your shop cannot be relied on",
  title: "A backup is not equal to what was backed up",
  first:
    "The backup of {{time of the backup}} was restored for trial and is not equal. The shop is not affected; the next backup is tried as soon as it is made.",
});

/** Restores the newest backup of the plan into a place of its own when a drill is due, and keeps what came of it. */
export async function runDueDrill(runtime: Runtime, drill: Drill = runDrillCommand): Promise<void> {
  const { db, config } = runtime;
  if (scheduledTarget(config) === undefined || (await heldJump(db))) return;
  const [plan, { timeZone: zone }, whole, { newest }] = await Promise.all([
    runtime.settings.get(backupSetting),
    runtime.settings.get(siteSetting),
    newestWhole(db),
    lastDrills(db),
  ]);
  if (!whole?.name || !isDrillDue(whole.slot, newest, plan)) return;
  const { slot, name } = whole;
  const made = zonedMoment(slot, zone);
  const ended = await runOnce(runtime, {
    of: backupDrills,
    slot,
    kind: "drill",
    work: async () => {
      const { differs, ...drilled } = await drill(config.home, pathInTarget(config, name));
      return { ...drilled, name, error: differs.slice(0, 1_000) };
    },
    failed: failedMail,
    made,
  });
  if (ended?.error)
    await mailOfRun(runtime, { kind: "system.drill-unequal", slot }, unequalMail, { made, why: ended.error });
}
