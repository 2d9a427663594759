import { sizeLabel } from "#src/modules/files/index.ts";
import type { Database } from "#src/platform/database/database.ts";
import { counted } from "#src/shared/counted.ts";
import { setupMarks } from "../tables.ts";

export const backupMark = "backup";

/** What a backup by hand was: bytes of all its parts, and files that were missing or altered before it was made. */
type Facts = { bytes: number; damaged: number };

/** The record of a backup that `npm run backup` made: when, how large, and whether its files were as they were sent. */
export async function noteBackup(db: Database, at: Date, { bytes, damaged }: Facts): Promise<void> {
  const checked =
    damaged === 0 ? "every file was compared." : `${counted(damaged, "file")} missing or altered before it was made.`;
  const row = { ok: damaged === 0, message: `Made by hand, ${sizeLabel(bytes)}, ${checked}`, of: "", at };
  await db
    .insert(setupMarks)
    .values({ key: backupMark, ...row })
    .onConflictDoUpdate({ target: setupMarks.key, set: row });
}
