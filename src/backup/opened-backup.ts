import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Config } from "#src/config.ts";
import { isSealed, type Manifest, readHead, readManifest } from "./manifest.ts";
import { type Measured, meter } from "./measure.ts";
import { altered, BackupRefused } from "./refused.ts";
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
export async function measurePart(backup: OpenedBackup, part: string): Promise<Measured | null> {
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
