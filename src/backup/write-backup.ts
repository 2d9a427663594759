import { chmodSync, existsSync, mkdirSync, realpathSync, renameSync, rmSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { to } from "pg-copy-streams";
import type { Config } from "#src/config.ts";
import { type StoredFile, storedFiles } from "#src/modules/files/index.server.ts";
import { asDatabase } from "#src/platform/database/open.ts";
import { refuseUnfinishedFolder } from "#src/platform/database/unfinished-restore.ts";
import { refuseOtherSecret } from "#src/platform/known-secret.ts";
import type { Log } from "#src/platform/log.ts";
import { notHere } from "#src/platform/mode.ts";
import type { Mode } from "#src/platform/runtime.ts";
import { readSecret, secretMark } from "#src/platform/secret.ts";
import { syncFolder, writeWholeFile } from "#src/platform/whole-file.ts";
import { isDamaged } from "./damaged-files.ts";
import { disownDraft, ownDraft, removeDeadDrafts } from "./drafts.ts";
import { format, type Manifest, secretCopy, storedFile, tableFile, writeManifest } from "./manifest.ts";
import { type Measured, writeMeasured } from "./measure.ts";
import { type Installation, openInstallation } from "./open-installation.ts";
import { dataTables, sequences } from "./tables.ts";

type Snapshot = Pick<Manifest, "at" | "mode" | "installId" | "migrations" | "tables" | "sequences"> & {
  wanted: StoredFile[];
};

const mostRounds = 5;

/**
 * Writes a backup into a new folder inside `into`, also while the product runs: every table and sequence of one
 * snapshot, the files that its rows speak of, and the secret when it lies in the data folder. The folder gets its name
 * when it is whole. Throws one sentence, and leaves nothing, when that fails.
 * @returns the folder and its manifest.
 */
export async function writeBackup(
  config: Config,
  into: string,
  log: Log,
): Promise<{ folder: string; manifest: Manifest }> {
  if (!config.databaseUrl) refuseUnfinishedFolder(config.dataDir);
  if (!config.databaseUrl && !existsSync(join(config.dataDir, "database"))) throw new Error(notHere(config));
  refuseInside(config.dataDir, into);
  const installation = await openInstallation(config, log);
  const name = `paperwright-${new Date().toISOString().slice(0, 19).replaceAll(":", "-")}Z`;
  const draft = join(into, `${name}.part`);
  try {
    const { secret } = config;
    await refuseOtherSecret(installation.pool, secret ?? readSecret(config.dataDir), config);
    mkdirSync(draft, { recursive: true });
    chmodSync(draft, 0o700); // not as mkdir mode: that would close the parents as well
    ownDraft(draft);
    const manifest = await fill(draft, config, installation);
    writeManifest(draft, manifest);
    disownDraft(draft);
    renameSync(draft, join(into, name));
    syncFolder(into);
    removeDeadDrafts(into);
    return { folder: join(into, name), manifest };
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw withFreeSpace(error, into);
  } finally {
    await installation.close();
  }
}

function refuseInside(dataDir: string, into: string): void {
  const home = existsSync(dataDir) ? realpathSync(dataDir) : resolve(dataDir);
  if (!relative(home, resolve(into)).startsWith(".."))
    throw new Error(
      `${into} lies in the data folder and would be lost with it: choose another folder, best another disk.`,
    );
}

const withFreeSpace = (error: unknown, into: string): unknown =>
  error instanceof Error && "code" in error && error.code === "ENOSPC"
    ? new Error(`There is no room for the backup in ${into}: nothing was kept there.`, { cause: error })
    : error;

async function fill(draft: string, config: Config, installation: Installation): Promise<Manifest> {
  mkdirSync(join(draft, "database"), { mode: 0o700 });
  const kept = new Map<string, Measured>();
  for (let round = 0; round < mostRounds; round += 1) {
    const { wanted, ...snapshot } = await copyTables(draft, installation);
    const missing = await copyFiles(draft, installation, wanted, kept);
    if (await wereRemoved(installation, missing)) continue;
    const files = wanted.flatMap(({ key }) => {
      const measured = kept.get(key);
      return measured ? [{ key, ...measured }] : [];
    });
    for (const key of kept.keys()) if (!wanted.some((one) => one.key === key)) rmSync(storedFile(draft, key));
    for (const folder of [...new Set(wanted.map(({ key }) => dirname(storedFile(draft, key))))]) syncFolder(folder);
    syncFolder(join(draft, "database"));
    const damaged = wanted.filter((one) => isDamaged(one, kept.get(one.key))).map(({ key }) => key);
    return { format, ...snapshot, secretMark: keepSecret(draft, config), files, damaged };
  }
  throw new Error("Files were removed again and again while the backup was made: try again at a quieter time.");
}

/** Everything of one moment: nobody is held up, and nobody's later writes are seen. */
async function copyTables(draft: string, { client }: Installation): Promise<Snapshot> {
  await client.query("begin isolation level repeatable read, read only");
  try {
    const { rows } = await client.query<{ mode: Mode; install_id: string; at: Date }>(
      "select mode, install_id, now() as at from platform.installation",
    );
    const [row] = rows;
    if (!row) throw new Error("This database holds no installation yet: start the product first.");
    const applied = await client.query<{ at: string }>(
      "select created_at as at from drizzle.__drizzle_migrations order by created_at",
    );
    const tables: Manifest["tables"] = [];
    for (const { name, columns } of await dataTables(client)) {
      const rows = client.query(to(`copy ${name} (${columns.map(pg.escapeIdentifier).join(", ")}) to stdout`));
      const measured = await writeMeasured(rows, tableFile(draft, name));
      tables.push({ name, columns, rows: rows.rowCount, ...measured });
    }
    return {
      at: row.at.toISOString(),
      mode: row.mode,
      installId: row.install_id,
      migrations: applied.rows.map(({ at }) => Number(at)),
      tables,
      sequences: await sequences(client),
      wanted: await storedFiles(drizzle({ client, casing: "snake_case" })),
    };
  } finally {
    await client.query("rollback");
  }
}

/** Copies what is not there yet; bytes of a key never change. @returns the keys that the storage does not have. */
async function copyFiles(
  draft: string,
  { storage }: Installation,
  wanted: readonly StoredFile[],
  kept: Map<string, Measured>,
): Promise<string[]> {
  const missing: string[] = [];
  for (const { key } of wanted) {
    if (kept.has(key)) continue;
    const file = storedFile(draft, key);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const source = (await storage.size(key)) === null ? null : await storage.read(key).catch(() => null);
    if (source) kept.set(key, await writeMeasured(source, file));
    else missing.push(key);
  }
  return missing;
}

/** True when a missing file is one that people or sweepers removed after the snapshot: then another one is taken. */
async function wereRemoved({ pool }: Installation, missing: readonly string[]): Promise<boolean> {
  if (missing.length === 0) return false;
  const now = new Set((await storedFiles(asDatabase(pool))).map(({ key }) => key));
  return missing.some((key) => !now.has(key));
}

/** A secret that the operator keeps elsewhere (SECRET) is not written down here. */
function keepSecret(draft: string, { secret, dataDir }: Config): string {
  if (secret) return secretMark(secret);
  const own = readSecret(dataDir);
  writeWholeFile(secretCopy(draft), own);
  return secretMark(own);
}
