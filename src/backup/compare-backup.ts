import { existsSync, readFileSync } from "node:fs";
import type { Config } from "#src/config.ts";
import { secretMark } from "#src/platform/secret.ts";
import { altered, type Manifest, secretCopy, storedFile, tableFile } from "./manifest.ts";
import { isSame, type Measured, measureFile } from "./measure.ts";

/** Reads every file of a backup. Throws one sentence at the first that is not what the manifest says. */
export async function compareBackup(folder: string, { tables, files }: Manifest): Promise<void> {
  const parts: readonly (Measured & { file: string })[] = [
    ...tables.map((table) => ({ ...table, file: tableFile(folder, table.name) })),
    ...files.map((one) => ({ ...one, file: storedFile(folder, one.key) })),
  ];
  for (const part of parts)
    if (!existsSync(part.file) || !isSame(part, await measureFile(part.file))) throw new Error(altered(part.file));
}

/**
 * The secret that belongs to a backup: to be written into the data folder, or null when SECRET holds it. Throws one
 * sentence when neither does.
 */
export function secretOf(folder: string, { secretMark: mark }: Manifest, { secret }: Config): string | null {
  const file = secretCopy(folder);
  if (secret && secretMark(secret) !== mark)
    throw new Error(
      `SECRET is not the one of the installation that this backup was made of: set it to ${existsSync(file) ? `what ${file} holds` : "that one, which is kept in the environment of that installation"}.`,
    );
  if (secret) return null;
  if (!existsSync(file))
    throw new Error(
      "This backup was made with SECRET set, which is not written down in it: set SECRET to the same, which is kept in the environment of that installation.",
    );
  const own = readFileSync(file, "utf8");
  if (secretMark(own) !== mark) throw new Error(altered(file));
  return own;
}
