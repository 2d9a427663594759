import type pg from "pg";

/** A schema that is there from the beginning of a restore until its last check has passed. */
export const unfinishedRestore = "restore_unfinished";

/** Throws one sentence when a restore into this database was interrupted. */
export async function refuseUnfinishedRestore(pool: Pick<pg.Pool, "query">): Promise<void> {
  const { rows } = await pool.query<{ found: boolean }>("select to_regnamespace($1) is not null as found", [
    unfinishedRestore,
  ]);
  if (rows[0]?.found)
    throw new Error("A restore into this installation did not finish: empty its place, and restore the backup again.");
}
