import { existsSync, mkdtempSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStorage } from "#src/adapters/storage/open-storage.ts";
import type { Config } from "#src/config.ts";
import { ledgerProblems } from "#src/modules/payments/index.server.ts";
import { auditProblems } from "#src/platform/audit.ts";
import { knownMigrations, migrateDatabase, migrationsUpTo } from "#src/platform/database/migrate.ts";
import { asDatabase } from "#src/platform/database/open.ts";
import {
  endUnfinishedRestore,
  markUnfinishedRestore,
  refuseUnfinishedFolder,
  unfinishedRestore,
} from "#src/platform/database/unfinished-restore.ts";
import type { Log } from "#src/platform/log.ts";
import { broughtHere } from "#src/platform/outgoing-hold.ts";
import { secretFile } from "#src/platform/secret.ts";
import { makeFolder, writeWholeFile } from "#src/platform/whole-file.ts";
import { damagedFiles, type Installation, openInstallation } from "./installation.ts";
import type { Manifest } from "./manifest.ts";
import { compareBackup, type OpenedBackup, openBackup, secretOf } from "./opened-backup.ts";
import { altered, BackupRefused, filePart, newer } from "./parts.ts";
import { loadTables, schemas } from "./tables.ts";
import { backupNamed } from "./targets/where.ts";

/**
 * Brings a backup into an empty data folder, or with DATABASE_URL into an empty database. The place is marked first, so
 * that no start takes what a killed restore left for a new installation; then all of the backup is read and compared with
 * its manifest, and what was made is checked before this returns. Throws one sentence when the place is not empty, or the
 * backup is torn, altered, or of a newer version; a restore that fails takes away what it made.
 */
export async function restoreBackup(config: Config, from: string, log: Log): Promise<Manifest> {
  const backup = await openBackup(backupNamed(config, from), config);
  const { manifest } = backup;
  const known = knownMigrations(join(config.home, "migrations"));
  if (manifest.migrations.some((when) => !known.includes(when))) throw new BackupRefused(newer(backup.label));
  if (!config.databaseUrl) refuseUnfinishedFolder(config.dataDir);
  await refuseUsed(config);
  const secret = await secretOf(backup, config);
  const leave = config.databaseUrl ? undefined : takeFolder(config.dataDir);
  try {
    if (leave) await compareBackup(backup);
    if (secret) writeWholeFile(secretFile(config.dataDir), secret);
    await bring(config, backup, log);
    if (leave) endUnfinishedRestore(config.dataDir);
  } catch (error) {
    leave?.();
    throw error;
  }
  return manifest;
}

/** Marks an empty data folder, and makes it when it is missing. @returns what leaves the place as it was found. */
function takeFolder(dataDir: string): () => void {
  const made = makeFolder(dataDir);
  markUnfinishedRestore(dataDir);
  return () => {
    empty(dataDir);
    if (made) rmdirSync(dataDir);
  };
}

/** Fills the database and the store of files. Until its end the database says that a restore has not finished. */
async function bring(config: Config, backup: OpenedBackup, log: Log): Promise<void> {
  const installation = await openInstallation(config, log);
  try {
    await refuseTables(installation);
    await installation.client.query(`create schema ${unfinishedRestore}`);
    try {
      if (config.databaseUrl) await compareBackup(backup);
      await fill(config, backup, installation);
    } catch (error) {
      await takeAway(installation, backup.manifest);
      throw error;
    }
    await installation.client.query(`alter schema ${unfinishedRestore} rename to ${broughtHere}`);
  } finally {
    await installation.close();
  }
}

const entriesOf = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

const empty = (folder: string): void => {
  for (const entry of entriesOf(folder)) rmSync(join(folder, entry), { recursive: true });
};

/** Throws one sentence when something lies where the installation is to be made. */
async function refuseUsed(config: Config): Promise<void> {
  const { dataDir, databaseUrl, s3 } = config;
  if (!databaseUrl && entriesOf(dataDir).length > 0)
    throw new Error(`The data folder ${dataDir} is not empty: restore into an empty one (DATA_DIR).`);
  for await (const _ of openStorage(config).list())
    throw new Error(`Files lie in ${s3 ? `the bucket ${s3.bucket}` : join(dataDir, "files")} already: empty it first.`);
}

async function refuseTables({ client }: Installation): Promise<void> {
  if ((await schemas(client)).length > 0)
    throw new Error("The database of DATABASE_URL is not empty: restore into an empty one.");
}

async function fill(config: Config, backup: OpenedBackup, installation: Installation): Promise<void> {
  const { client, pool, storage } = installation;
  const { manifest } = backup;
  const drafts = mkdtempSync(join(config.databaseUrl ? tmpdir() : config.dataDir, "paperwright-restore-"));
  try {
    await migrateDatabase(pool, migrationsUpTo(join(config.home, "migrations"), drafts, manifest.migrations));
  } finally {
    rmSync(drafts, { recursive: true });
  }
  await loadTables(client, backup);
  for (const { key } of manifest.files) {
    const file = await backup.read(filePart(key));
    if (!file) throw new BackupRefused(altered([backup.labelOf(filePart(key))]));
    await storage.put(key, file);
  }
  const db = asDatabase(pool);
  const damaged = (await damagedFiles(db, storage)).filter(({ key }) => !manifest.damaged.includes(key));
  const problems = [
    ...(await ledgerProblems(db)),
    ...(await auditProblems(db)),
    ...damaged.map(({ key }) => `The bytes of file ${key} are missing or altered.`),
  ];
  if (problems.length > 0)
    throw new BackupRefused(`The restored installation is not sound: ${problems.slice(0, 5).join(" ")}`);
}

/** After a failure the place is as empty as it was found. */
async function takeAway({ client, storage }: Installation, { files }: Manifest): Promise<void> {
  for (const { key } of files) await storage.remove({ key, ref: "" }).catch(() => undefined);
  for (const name of await schemas(client)) await client.query(`drop schema ${name} cascade`);
}
