import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { writeWholeFile } from "#src/platform/whole-file.ts";

/** A schema that is there from the beginning of a restore until its last check has passed. */
export const unfinishedRestore = "restore_unfinished";

/** The same in a data folder, whose database is made later: a killed restore must not look like a new folder. */
const markFile = (dataDir: string): string => join(dataDir, "restore-unfinished");

export const markUnfinishedRestore = (dataDir: string): void =>
  writeWholeFile(markFile(dataDir), "A restore into this folder began and has not finished.\n");

export const endUnfinishedRestore = (dataDir: string): void => rmSync(markFile(dataDir));

/** Throws one sentence when a restore into this data folder was interrupted. */
export function refuseUnfinishedFolder(dataDir: string): void {
  if (existsSync(markFile(dataDir)))
    throw new Error(`A restore into ${dataDir} did not finish: empty the folder, and restore the backup again.`);
}

/** Throws one sentence when a restore into this database was interrupted. */
export async function refuseUnfinishedRestore(pool: Pick<pg.Pool, "query">): Promise<void> {
  const { rows } = await pool.query<{ found: boolean }>("select to_regnamespace($1) is not null as found", [
    unfinishedRestore,
  ]);
  if (rows[0]?.found)
    throw new Error("A restore into this installation did not finish: empty its place, and restore the backup again.");
}
