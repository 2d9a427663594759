import { existsSync, realpathSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { Readable } from "node:stream";
import { openBucket } from "#src/adapters/storage/s3/open-bucket.ts";
import type { Config } from "#src/config.ts";
import { dayMs } from "#src/shared/units.ts";
import { readHead } from "../manifest.ts";
import { manifestPart } from "../parts.ts";
import { folderSource, folderTarget } from "./folder-target.ts";
import { type BackupSource, type BackupTarget, momentOf } from "./target.ts";

/** A backup under way writes all the time: one that wrote nothing for so long was killed. */
const keptMs = dayMs;

/** Backups in a bucket: their manifest is written last, and one without it is no whole backup. */
export function bucketTarget(store: NonNullable<Config["backupS3"]>): BackupTarget {
  const bucket = openBucket(store);
  const of = (name: string, part = ""): string => `${store.prefix}${name}/${part}`;
  const removeAll = async (name: string): Promise<void> => {
    await bucket.remove([of(name, manifestPart)]);
    await bucket.remove((await bucket.objects(of(name))).map((object) => object.name));
  };
  return {
    begin: async (name) => ({
      put: (part, source) => bucket.put(of(name, part), source),
      remove: (part) => bucket.remove([of(name, part)]),
      finish: async () => undefined,
      giveUp: () => removeAll(name).catch(() => undefined), // else the next whole one takes it away
    }),
    open: (name) => ({
      label: `s3:${name}`,
      labelOf: (part) => `s3:${name}/${part}`,
      read: (part) => bucket.read(of(name, part)),
    }),
    names: () => bucket.folders(store.prefix),
    remove: removeAll,
    tidy: async () => {
      const before = new Date(Date.now() - keptMs);
      await bucket.giveUp(`${store.prefix}paperwright-`, before);
      for (const name of await bucket.folders(store.prefix)) {
        if (!momentOf(name) || (await bucket.has(of(name, manifestPart)))) continue;
        const objects = await bucket.objects(of(name));
        if (objects.every(({ at }) => at < before)) await bucket.remove(objects.map((object) => object.name));
      }
    },
  };
}

/** The word that means the bucket of BACKUP_S3_BUCKET where else a folder is named. */
const bucketName = "s3";

/** Where backups by schedule go, as `npm run backup -- --to` wants it; undefined: there are none. */
export const scheduledTarget = ({ backupDir, backupS3 }: Config): string | undefined =>
  backupS3 ? bucketName : backupDir;

/** The place that people name: a folder, or s3. Throws one sentence when it cannot be used. */
export function targetNamed(config: Config, to: string): BackupTarget {
  if (to === bucketName) return bucketTarget(bucketOf(config));
  refuseInside(config.dataDir, to);
  return folderTarget(to);
}

/** The backup that people name: its folder, or s3: and its name. */
export const backupNamed = (config: Config, from: string): BackupSource =>
  from.startsWith(`${bucketName}:`)
    ? bucketTarget(bucketOf(config)).open(from.slice(bucketName.length + 1))
    : folderSource(from);

function bucketOf({ backupS3 }: Config): NonNullable<Config["backupS3"]> {
  if (backupS3) return backupS3;
  throw new Error("There is no bucket for backups: set BACKUP_S3_BUCKET and its keys.");
}

function refuseInside(dataDir: string, into: string): void {
  const home = existsSync(dataDir) ? realpathSync(dataDir) : resolve(dataDir);
  if (!relative(home, resolve(into)).startsWith(".."))
    throw new Error(
      `${into} lies in the data folder and would be lost with it: choose another folder, best another disk.`,
    );
}

/** How people name a backup that lies where backups by schedule go. */
export const pathInTarget = ({ backupDir = "", backupS3 }: Config, name: string): string =>
  backupS3 ? `${bucketName}:${name}` : join(backupDir, name);

/** Whole backups where backups by schedule go, the newest first. */
export async function wholeBackups(config: Config): Promise<string[]> {
  const to = scheduledTarget(config);
  if (to === undefined) throw new Error("There is no place for backups: set BACKUP_DIR or BACKUP_S3_BUCKET.");
  const target = targetNamed(config, to);
  const whole: string[] = [];
  for (const name of (await target.names()).filter(momentOf).sort().reverse())
    if (await readHead(target.open(name)).catch(() => null)) whole.push(pathInTarget(config, name));
  return whole;
}

/** Whether something can be written where backups by schedule go, and what is there, in words. */
export async function tryBackupTarget(config: Config): Promise<{ ok: boolean; message: string }> {
  try {
    const whole = await wholeBackups(config);
    const trial = await targetNamed(config, scheduledTarget(config) ?? "").begin("paperwright-trial");
    try {
      await trial.put("trial", Readable.from([Buffer.from("trial")]));
    } finally {
      await trial.giveUp();
    }
    const sealed = config.backupKeys.length > 0 ? "encrypted" : "not encrypted (BACKUP_KEY is not set)";
    return { ok: true, message: `New ones can be written, ${sealed}. Whole ones there: ${whole.length}.` };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}
