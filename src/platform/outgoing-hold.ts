import { sql } from "drizzle-orm";
import type pg from "pg";
import { z } from "zod";
import { done, notFound, type Refusal, refuse } from "#src/shared/outcome.ts";
import { may } from "#src/shared/viewer.ts";
import { command } from "./command.ts";
import { type Database, send } from "./database/database.ts";
import { installation } from "./tables.ts";
import { mustBeFresh } from "./work.ts";

/**
 * A schema that a restore, or the first start of a data folder in another place, leaves behind: the next process that
 * opens the installation turns it into a hold. It is no row, because the rows may be those of an older version.
 */
export const broughtHere = "brought_here";

/** Marks a database whose rows came from another place. */
export const markBroughtHere = (client: Pick<pg.Client, "query">): Promise<unknown> =>
  client.query(`create schema if not exists ${broughtHere}`);

/**
 * Writes down where these rows are used now. Rows of another place, or that were marked, are held: nothing leaves until
 * an admin releases it. Rows without a known place are those of an older version, and stay where they are.
 */
export async function holdRowsFromElsewhere(db: Database, place: string, now: Date): Promise<void> {
  const { rows } = await send<{ brought: boolean; known: boolean; first: boolean }>(
    db,
    sql`select to_regnamespace(${broughtHere}) is not null as brought, ${installation.places} ? ${place} as known,
      ${installation.places} = '[]' as first from ${installation}`,
  );
  const [row] = rows;
  if (!row || (row.known && !row.brought)) return;
  const holds = row.brought || !row.first;
  await db.transaction(async (tx) => {
    await tx.update(installation).set({
      places: sql`(${installation.places} - ${place}::text) || jsonb_build_array(${place}::text)`,
      ...(holds && { heldSince: sql`coalesce(${installation.heldSince}, ${now.toISOString()}::timestamptz)` }),
    });
    await send(tx, sql.raw(`drop schema if exists ${broughtHere}`));
  });
}

/** Since when nothing leaves this installation; null where all leaves as usual. */
export async function heldSince(db: Database): Promise<Date | null> {
  const [row] = await db.select({ since: installation.heldSince }).from(installation);
  return row?.since ?? null;
}

/** For the `where` of whoever takes what is due: true while nothing is held. */
export const mayLeave = sql`not exists (select from platform.installation where held_since is not null)`;

/** The refusal of a step whose effect leaves the shop at once; null while nothing is held. */
export const refuseWhileHeld = async (db: Database): Promise<Refusal | null> =>
  (await heldSince(db))
    ? refuse(
        "conflict",
        "This shop was restored or copied, and nothing leaves it. Release it on the System page first.",
      )
    : null;

/** An admin with `settings`, or the operator at a start, lets everything leave that waits. Done twice is fine. */
export const releaseOutgoing = command("system.release", {
  input: z.strictObject({}),
  run: async (work) => {
    if (work.viewer.kind !== "system" && !may(work.viewer, "settings")) return notFound();
    const stale = mustBeFresh(work);
    if (stale) return stale;
    const since = await heldSince(work.tx);
    if (!since) return done({ released: false });
    await work.tx.update(installation).set({ heldSince: null });
    work.audit({ action: "system.released", subject: "system", detail: { since: since.toISOString() } });
    return done({ released: true });
  },
});
