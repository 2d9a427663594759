import { mailAdmins } from "#src/modules/accounts/index.server.ts";
import { siteSetting } from "#src/modules/operator/index.server.ts";
import {
  askedBackup,
  claimRun,
  endRun,
  lastDrills,
  newestWhole,
  renewClaim,
} from "#src/platform/backups/backup-runs.ts";
import { type BackupPlan, backupSetting, dueSlot, isDrillDue, keptBackups } from "#src/platform/backups/plan.ts";
import { heldJump } from "#src/platform/clock-watch.ts";
import { inTransaction } from "#src/platform/command.ts";
import type { JobKind } from "#src/platform/jobs.ts";
import { defineMail } from "#src/platform/mail/mail-text.ts";
import { type Runtime, systemCtx } from "#src/platform/runtime.ts";
import { backupDrills, backupRuns, type RunFacts, type RunProgress, type RunsTable } from "#src/platform/tables.ts";
import { done } from "#src/shared/outcome.ts";
import { hourMs, minuteMs } from "#src/shared/units.ts";
import { zonedMoment } from "#src/shared/zone.ts";
import { readHead } from "./manifest.ts";
import { type Drill, type MakeBackup, runBackupCommand, runDrillCommand } from "./run-command.ts";
import { type BackupTarget, momentOf } from "./targets/target.ts";
import { pathInTarget, scheduledTarget, targetNamed } from "./targets/where.ts";

const renewEveryMs = 5_000;
const firstWaitMs = 15 * minuteMs;
const longestWaitMs = 6 * hourMs;

type Result = { name: string; bytes: number; facts: RunFacts; error: string };

const button = { label: "Open the System page", path: "/admin/system" };

type RunText = { id: string; when: string; subject: string; title: string; first: string };
/** Declares an e-mail about a run that did not end well. */
const runMail = ({ id, when, subject, title, first }: RunText) =>
  defineMail({
    id,
    to: "admin",
    name: title,
    when,
    subject,
    text: `# ${title}\n\n${first}\n\nThe reason: {{reason}}\n\n{{button}}`,
    values: { "time of the backup": "Tue 8 December 2026, 04:00", reason: "There is no room at the target." },
    required: ["reason"],
    example: { button },
  });
type RunMail = ReturnType<typeof runMail>;

type Run = {
  of: RunsTable;
  slot: Date;
  /** Of its e-mails, and in the log. */
  kind: "backup" | "drill";
  work: (saw: (progress: RunProgress) => void) => Promise<Result>;
  /** What admins with `settings` read when it failed. */
  failed: RunMail;
  /** The time of the backup, in words. */
  made: string;
};

/**
 * Does the run of a time once in the whole installation, and keeps how it ended. One of the plan that fails is tried
 * again with growing waits; admins with `settings` get an e-mail of it once. One by hand is tried once. @returns what it gave, null when it did not run or failed.
 */
async function runOnce(runtime: Runtime, { of, slot, kind, work, failed, made }: Run): Promise<Result | null> {
  const { db, clock } = runtime;
  const claimed = await claimRun(db, of, slot, clock());
  if (!claimed) return null;
  let progress: RunProgress | null = null;
  const renew = () => void renewClaim(db, of, { slot, progress }, clock()).then(undefined, () => undefined);
  const renewing = setInterval(renew, renewEveryMs);
  try {
    const { error, ...result } = await work((seen) => {
      progress = seen;
    });
    await endRun(db, of, slot, { state: "done", ...result, ...(error && { error }) }, clock());
    runtime.log.info({ kind, name: result.name, bytes: result.bytes }, "a run of the backup plan ended");
    return { error, ...result };
  } catch (error) {
    const why = (error instanceof Error ? error.message : String(error)).slice(0, 500);
    const wait = Math.min(firstWaitMs * 2 ** (claimed.tries - 1), longestWaitMs);
    const until = claimed.byHand ? null : new Date(clock().getTime() + wait);
    runtime.log.error({ err: error, kind, tries: claimed.tries }, "a run of the backup plan failed");
    await endRun(db, of, slot, { state: "failed", error: why, until }, clock());
    if (!claimed.byHand) await mailOfRun(runtime, { kind: `system.${kind}-failed`, slot }, failed, { made, why });
    return null;
  } finally {
    clearInterval(renewing);
  }
}

/** Writes to every admin with `settings`, once for each kind and time of the plan. */
async function mailOfRun(
  runtime: Runtime,
  { kind, slot }: { kind: string; slot: Date },
  write: RunMail,
  { made, why }: { made: string; why: string },
): Promise<void> {
  await inTransaction(systemCtx(runtime, "backups"), async (work) => {
    await mailAdmins(work, { kind, ...write({ "time of the backup": made, reason: why }, { button }), moment: slot });
    return done(null);
  });
}

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

const drillFailedMail = runMail({
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
    failed: drillFailedMail,
    made,
  });
  if (ended?.error)
    await mailOfRun(runtime, { kind: "system.drill-unequal", slot }, unequalMail, { made, why: ended.error });
}
