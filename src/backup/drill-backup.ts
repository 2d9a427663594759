import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Config } from "#src/config.ts";
import { liveServer } from "#src/platform/database/embedded/pid-file.ts";
import type { Log } from "#src/platform/log.ts";
import type { Manifest } from "./manifest.ts";
import { type OpenedBackup, openBackup } from "./opened-backup.ts";
import { BackupRefused } from "./parts.ts";
import { restoreBackup } from "./restore-backup.ts";
import { isDead, ownDraft } from "./targets/folder-target.ts";
import { backupNamed } from "./targets/where.ts";

/** `differs`: one sentence, or nothing when what was restored is equal to what was backed up. */
export type DrillResult = { label: string; manifest: Manifest; sealed: boolean; differs: string };

const folderName = "paperwright-drill-";
const mib = 1024 * 1024;
/** An empty database with its log, and what must stay free beside it for everybody else. */
const leastFree = 1024 * mib;
/** Rows with their indexes and the log of loading them, against the same rows in a backup. */
const timesRows = 4;

/**
 * Restores a backup into a folder of the system's temporary place, with a database server of its own: never into the
 * installation. The folder is removed afterwards. Throws one sentence when the drill cannot be done; a backup that
 * cannot be restored or is not what was backed up is a result.
 */
export async function drillBackup(config: Config, from: string, log: Log): Promise<DrillResult> {
  removeDeadDrills();
  const backup = await openBackup(backupNamed(config, from), config);
  await refuseFullDisk(backup);
  const folder = mkdtempSync(join(tmpdir(), folderName));
  const leave = (): void => {
    removeDrill(folder);
    process.exit(1);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, leave);
  const { label, manifest, sealed } = backup;
  try {
    ownDraft(folder);
    const apart = { ...config, dataDir: dataOf(folder), databaseUrl: undefined, s3: undefined };
    await restoreBackup(apart, from, log);
    return { label, manifest, sealed, differs: "" };
  } catch (error) {
    if (error instanceof BackupRefused) return { label, manifest, sealed, differs: error.message };
    throw error;
  } finally {
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.off(signal, leave);
    removeDrill(folder);
  }
}

const dataOf = (folder: string): string => join(folder, "data");

async function refuseFullDisk({ manifest }: OpenedBackup): Promise<void> {
  const sum = (parts: readonly { bytes: number }[]) => parts.reduce((all, { bytes }) => all + bytes, 0);
  const needed = sum(manifest.tables) * timesRows + sum(manifest.files) + leastFree;
  const { bavail, bsize } = await statfs(tmpdir());
  const free = bavail * bsize;
  if (free < needed)
    throw new Error(
      `There is no room for the drill in ${tmpdir()}: it needs ${Math.ceil(needed / mib)} MB and ${Math.floor(free / mib)} MB are free. Set TMPDIR to a folder on another disk.`,
    );
}

/** What a killed drill left, its database server too. */
function removeDeadDrills(): void {
  for (const name of readdirSync(tmpdir())) {
    const folder = join(tmpdir(), name);
    if (name.startsWith(folderName) && isDead(folder)) removeDrill(folder);
  }
}

const pauseMs = 20;
const longestEndMs = 6_000;

/** Ends the database server of a drill and removes what it left; all at once, because a signal may not wait. */
function removeDrill(folder: string): void {
  const cluster = join(dataOf(folder), "database");
  const server = liveServer(cluster);
  if (server) {
    process.kill(server.pid, "SIGQUIT");
    const still = new Int32Array(new SharedArrayBuffer(4));
    for (let ms = 0; ms < longestEndMs && liveServer(cluster); ms += pauseMs) Atomics.wait(still, 0, 0, pauseMs);
    if (server.socketFolder) rmSync(server.socketFolder, { recursive: true, force: true });
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}
