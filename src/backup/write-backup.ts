import { existsSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { to } from "pg-copy-streams";
import type { Config } from "#src/config.ts";
import { type StoredFile, storedFiles } from "#src/modules/files/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { asDatabase } from "#src/platform/database/open.ts";
import { refuseUnfinishedFolder } from "#src/platform/database/unfinished-restore.ts";
import type { Log } from "#src/platform/log.ts";
import { notHere } from "#src/platform/mode.ts";
import type { Mode } from "#src/platform/runtime.ts";
import { readSecret, refuseOtherSecret, secretMark } from "#src/platform/secret.ts";
import { type Installation, isDamaged, openInstallation } from "./installation.ts";
import { format, type Manifest, manifestParts } from "./manifest.ts";
import { filePart, type Measured, meter, secretPart, tablePart } from "./parts.ts";
import type { SawProgress } from "./run-command.ts";
import { type Seal, sealOf, unsealed } from "./seal.ts";
import { dataTables, sequences } from "./tables.ts";
import { type BackupDraft, nameOf } from "./targets/target.ts";
import { targetNamed } from "./targets/where.ts";

type Snapshot = Pick<Manifest, "at" | "mode" | "installId" | "migrations" | "tables" | "sequences"> & {
  wanted: StoredFile[];
};

const mostRounds = 5;

/** A backup under way: what is put into it is measured as it was, and written as the seal wants it. */
type Writing = { draft: BackupDraft; seal: Seal; saw: SawProgress };

/** Receives a whole backup while the database is still open, to keep a record of it. */
export type NoteBackup = (db: Database, made: WrittenBackup) => Promise<void>;

export type WrittenBackup = { name: string; label: string; manifest: Manifest; sealed: boolean };

/**
 * Writes a backup into a folder or the bucket (`s3`), also while the product runs: every table and sequence of one
 * snapshot, the files that its rows speak of, and the secret when it lies in the data folder; encrypted where there is a
 * BACKUP_KEY. It counts when it is whole. Throws one sentence, and leaves nothing, when that fails.
 */
export async function writeBackup(
  config: Config,
  into: string,
  log: Log,
  saw: SawProgress = () => undefined,
  note: NoteBackup = async () => undefined,
): Promise<WrittenBackup> {
  if (!config.databaseUrl) refuseUnfinishedFolder(config.dataDir);
  if (!config.databaseUrl && !existsSync(join(config.dataDir, "database"))) throw new Error(notHere(config));
  const target = targetNamed(config, into);
  const sealed = config.backupKeys.length > 0;
  const seal = sealed ? await sealOf(config.backupKeys) : unsealed;
  const installation = await openInstallation(config, log);
  const name = nameOf(new Date());
  let draft: BackupDraft | undefined;
  try {
    const { secret } = config;
    await refuseOtherSecret(installation.pool, secret ?? readSecret(config.dataDir), config);
    draft = await target.begin(name);
    const manifest = await fill({ draft, seal, saw }, config, installation);
    for (const { part, text, close } of manifestParts(manifest, sealed))
      await write({ draft, seal: close ? seal : unsealed, saw }, part, Readable.from([Buffer.from(text)]));
    await draft.finish();
    await target.tidy();
    const made = { name, label: target.open(name).label, manifest, sealed };
    await note(asDatabase(installation.pool), made).catch((err) => log.error({ err }, "a backup could not be noted"));
    return made;
  } catch (error) {
    await draft?.giveUp();
    throw error;
  } finally {
    await installation.close();
  }
}

async function write({ draft, seal }: Writing, part: string, source: Readable): Promise<Measured> {
  const { stream, result } = meter();
  await pipeline(source, stream, (pieces) => draft.put(part + seal.suffix, seal.close(pieces)));
  return result();
}

async function fill(writing: Writing, config: Config, installation: Installation): Promise<Manifest> {
  const kept = new Map<string, Measured>();
  for (let round = 0; round < mostRounds; round += 1) {
    const { wanted, ...snapshot } = await copyTables(writing, installation);
    const missing = await copyFiles(writing, installation, wanted, kept);
    if (await wereRemoved(installation, missing)) continue;
    const files = wanted.flatMap(({ key }) => {
      const measured = kept.get(key);
      return measured ? [{ key, ...measured }] : [];
    });
    const now = new Set(wanted.map(({ key }) => key));
    for (const key of kept.keys()) if (!now.has(key)) await writing.draft.remove(filePart(key) + writing.seal.suffix);
    const damaged = wanted.filter((one) => isDamaged(one, kept.get(one.key))).map(({ key }) => key);
    return { format, ...snapshot, secretMark: await keepSecret(writing, config), files, damaged };
  }
  throw new Error("Files were removed again and again while the backup was made: try again at a quieter time.");
}

/** Everything of one moment: nobody is held up, and nobody's later writes are seen. */
async function copyTables(writing: Writing, { client }: Installation): Promise<Snapshot> {
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
    const all = await dataTables(client);
    for (const { name, columns } of all) {
      const rows = client.query(to(`copy ${name} (${columns.map(pg.escapeIdentifier).join(", ")}) to stdout`));
      const measured = await write(writing, tablePart(name), rows);
      tables.push({ name, columns, rows: rows.rowCount, ...measured });
      writing.saw({ part: "tables", written: tables.length, of: all.length });
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
  writing: Writing,
  { storage }: Installation,
  wanted: readonly StoredFile[],
  kept: Map<string, Measured>,
): Promise<string[]> {
  const missing: string[] = [];
  for (const { key } of wanted) {
    if (kept.has(key)) continue;
    const source = (await storage.size(key)) === null ? null : await storage.read(key).catch(() => null);
    if (source) kept.set(key, await write(writing, filePart(key), source));
    else missing.push(key);
    writing.saw({ part: "files", written: kept.size, of: wanted.length });
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
async function keepSecret(writing: Writing, { secret, dataDir }: Config): Promise<string> {
  if (secret) return secretMark(secret);
  const own = readSecret(dataDir);
  await write(writing, secretPart, Readable.from([Buffer.from(own)]));
  return secretMark(own);
}
