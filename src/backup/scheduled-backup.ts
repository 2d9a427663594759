import { readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { adminsWhoMay, findPeople } from "#src/modules/accounts/index.server.ts";
import { siteSetting } from "#src/modules/operator/index.server.ts";
import { claimBackup, endBackup, renewClaim } from "#src/platform/backups/backup-runs.ts";
import { type BackupPlan, backupSetting } from "#src/platform/backups/backup-setting.ts";
import { dueSlot, keptBackups } from "#src/platform/backups/plan.ts";
import { heldJump } from "#src/platform/clock-watch.ts";
import { inTransaction } from "#src/platform/command.ts";
import type { JobKind } from "#src/platform/jobs.ts";
import { queueMail } from "#src/platform/mail/queue-mail.ts";
import { type Runtime, systemCtx } from "#src/platform/runtime.ts";
import { done } from "#src/shared/outcome.ts";
import { hourMs, minuteMs } from "#src/shared/units.ts";
import { zonedMoment } from "#src/shared/zone.ts";
import { readManifest } from "./manifest.ts";
import { type MakeBackup, runBackupCommand } from "./run-backup-command.ts";

const renewEveryMs = minuteMs;
const firstWaitMs = 15 * minuteMs;
const longestWaitMs = 6 * hourMs;

/**
 * Makes the backup that the plan wants now, once in the whole installation, and removes those that the plan no longer
 * keeps. One that fails is tried again with growing waits; admins with `settings` get an e-mail of it once.
 */
export async function runDueBackup(runtime: Runtime, make: MakeBackup = runBackupCommand): Promise<void> {
  const { db, clock, config } = runtime;
  const { backupDir } = config;
  if (!backupDir || (await heldJump(db))) return;
  const [plan, { timeZone }] = await Promise.all([
    runtime.settings.get(backupSetting),
    runtime.settings.get(siteSetting),
  ]);
  const slot = dueSlot(clock(), plan, timeZone);
  const claimed = slot && (await claimBackup(db, slot, clock()));
  if (!claimed) return;
  const renewing = setInterval(() => void renewClaim(db, slot, clock()).then(undefined, () => undefined), renewEveryMs);
  try {
    const { name, bytes, damaged } = await make(config.home, backupDir);
    const lost = damaged > 0 ? [`Files that were missing or altered before it was made: ${damaged}.`] : [];
    const error = [...lost, ...removeOld(backupDir, runtime.installId, { plan, zone: timeZone })].join(" ");
    await endBackup(db, slot, { state: "done", name, bytes, ...(error && { error }) }, clock());
    runtime.log.info({ name, bytes, damaged }, "a backup by schedule is whole");
  } catch (error) {
    const why = (error instanceof Error ? error.message : String(error)).slice(0, 500);
    const wait = Math.min(firstWaitMs * 2 ** (claimed.tries - 1), longestWaitMs);
    const until = new Date(clock().getTime() + wait);
    runtime.log.error({ err: error, tries: claimed.tries }, "a backup by schedule failed");
    await endBackup(db, slot, { state: "failed", error: why, until }, clock());
    await mailFailure(runtime, { slot, why, zone: timeZone });
  } finally {
    clearInterval(renewing);
  }
}

/** Looks each minute; a backup under way holds no process that leaves. */
export const backupJob: JobKind = {
  name: "backups",
  everySeconds: 60,
  run: async (runtime) => {
    runDueBackup(runtime).catch((err) => runtime.log.error({ err }, "backups by schedule failed"));
  },
};

const named = /^paperwright-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)Z$/;

const momentOf = (name: string): Date | null => {
  const [, hour, minute, second] = named.exec(name) ?? [];
  return hour ? new Date(`${hour}:${minute}:${second}Z`) : null;
};

/**
 * Removes whole backups of this installation that the plan does not keep; others, and what is no backup, stay.
 * @returns a sentence when one could not be removed: the new one is whole all the same.
 */
function removeOld(folder: string, installId: string, { plan, zone }: { plan: BackupPlan; zone: string }): string[] {
  try {
    const own = readdirSync(folder).flatMap((name) => {
      const moment = momentOf(name);
      return moment && installIdOf(join(folder, name)) === installId ? [{ name, moment }] : [];
    });
    const moments = own.map(({ moment }) => moment);
    const kept = keptBackups(moments, plan, zone);
    for (const { name } of own.filter(({ moment }) => !kept.has(moment))) {
      // One that is removed in part must not look whole.
      const leaving = join(folder, `${name}.part`);
      renameSync(join(folder, name), leaving);
      rmSync(leaving, { recursive: true });
    }
    return [];
  } catch (error) {
    return [`Old backups could not be removed: ${error instanceof Error ? error.message : String(error)}`];
  }
}

const installIdOf = (folder: string): string | null => {
  try {
    return readManifest(folder).installId;
  } catch {
    return null; // torn or altered: a person looks at it
  }
};

async function mailFailure(runtime: Runtime, { slot, why, zone }: { slot: Date; why: string; zone: string }) {
  await inTransaction(systemCtx(runtime, "backups"), async ({ tx, now }) => {
    const admins = (await adminsWhoMay(tx, "settings")).map(({ id }) => id);
    const people = await findPeople(tx, admins);
    for (const id of admins) {
      const to = people.get(id)?.email;
      if (!to) continue;
      const mail = {
        kind: "system.backup-failed",
        to,
        subject: "The backup of your shop failed",
        onceKey: `backup:${id}:${slot.getTime()}`,
        content: {
          title: "The backup failed",
          paragraphs: [
            `The backup of ${zonedMoment(slot, zone)} was not made. It is tried again automatically; orders and payments continue.`,
            `The reason: ${why}`,
          ],
          button: { label: "Open the System page", path: "/admin/system" },
        },
      };
      await queueMail(tx, mail, now);
    }
    return done(null);
  });
}
