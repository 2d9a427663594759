import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { Config } from "#src/config.ts";
import { secretMark } from "#src/platform/secret.ts";
import { isSealed, type Manifest, readHead, readManifest } from "./manifest.ts";
import { altered, BackupRefused, filePart, isSame, type Measured, meter, secretPart, tablePart } from "./parts.ts";
import { sealOf, unsealed, WrongKey } from "./seal.ts";
import type { BackupSource } from "./targets/target.ts";

/** A backup whose manifest was read: its parts come as they were before they were encrypted. */
export type OpenedBackup = {
  label: string;
  sealed: boolean;
  manifest: Manifest;
  labelOf: (part: string) => string;
  /** Null: it is missing. Fails in one sentence when it is not what was encrypted. */
  read: (part: string) => Promise<Readable | null>;
};

/** Throws one sentence when this is no whole backup, or one that needs another key. */
export async function openBackup(
  source: BackupSource,
  { backupKeys }: Pick<Config, "backupKeys">,
): Promise<OpenedBackup> {
  const sealed = isSealed(await readHead(source));
  if (sealed && backupKeys.length === 0)
    throw new Error(`The backup ${source.label} is encrypted: set BACKUP_KEY to the key that it was made with.`);
  const seal = sealed ? await sealOf(backupKeys) : unsealed;
  const labelOf = (part: string): string => source.labelOf(part + seal.suffix);
  return {
    label: source.label,
    sealed,
    manifest: await readManifest(source, seal),
    labelOf,
    read: async (part) => {
      const written = await source.read(part + seal.suffix);
      if (!written) return null;
      // The key opened the manifest: a part that it does not open is not the one that was written.
      return seal.open(written, labelOf(part)).catch((error: unknown) => {
        throw error instanceof WrongKey ? new BackupRefused(altered([labelOf(part)])) : error;
      });
    },
  };
}

/** What a part holds; null when it is missing or not what was encrypted. */
async function measurePart(backup: OpenedBackup, part: string): Promise<Measured | null> {
  try {
    const read = await backup.read(part);
    if (!read) return null;
    const { stream, result } = meter();
    await pipeline(read, stream, async (pieces) => {
      for await (const _ of pieces);
    });
    return result();
  } catch (error) {
    if (error instanceof BackupRefused) return null;
    throw error;
  }
}

/** So many parts are named at most; the rest is not read then. */
const mostNamed = 5;

/** Reads every part of a backup. Throws one sentence when some are not what the manifest says. */
export async function compareBackup(backup: OpenedBackup): Promise<void> {
  const { tables, files } = backup.manifest;
  const parts: readonly (Measured & { part: string })[] = [
    ...tables.map((table) => ({ ...table, part: tablePart(table.name) })),
    ...files.map((one) => ({ ...one, part: filePart(one.key) })),
  ];
  const wrong: string[] = [];
  for (const { part, ...measured } of parts) {
    const found = await measurePart(backup, part);
    if (!found || !isSame(measured, found)) wrong.push(backup.labelOf(part));
    if (wrong.length === mostNamed) break;
  }
  if (wrong.length > 0) throw new BackupRefused(altered(wrong));
}

/**
 * The secret that belongs to a backup: to be written into the data folder, or null when SECRET holds it. Throws one
 * sentence when neither does.
 */
export async function secretOf(backup: OpenedBackup, { secret }: Pick<Config, "secret">): Promise<string | null> {
  const { secretMark: mark } = backup.manifest;
  const kept = await backup.read(secretPart);
  if (secret) {
    kept?.destroy();
    if (secretMark(secret) === mark) return null;
    throw new Error(
      `SECRET is not the one of the installation that this backup was made of: set it to ${kept ? `what ${backup.labelOf(secretPart)} holds` : "that one, which is kept in the environment of that installation"}.`,
    );
  }
  if (!kept)
    throw new Error(
      "This backup was made with SECRET set, which is not written down in it: set SECRET to the same, which is kept in the environment of that installation.",
    );
  const own = await text(kept);
  if (secretMark(own) !== mark) throw new BackupRefused(altered([backup.labelOf(secretPart)]));
  return own;
}
