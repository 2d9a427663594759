import { text } from "node:stream/consumers";
import type { Config } from "#src/config.ts";
import { secretMark } from "#src/platform/secret.ts";
import { isSame, type Measured } from "./measure.ts";
import { measurePart, type OpenedBackup } from "./opened-backup.ts";
import { filePart, secretPart, tablePart } from "./parts.ts";
import { altered, BackupRefused } from "./refused.ts";

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
