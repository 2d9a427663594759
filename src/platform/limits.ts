import { and, eq, gt, lt, sql } from "drizzle-orm";
import { dayMs } from "#src/shared/units.ts";
import type { Database } from "./database/database.ts";
import { limits } from "./tables.ts";

type Use = { key: string; most: number; seconds: number };

/**
 * Counts one use of `key` in a fixed window of `seconds`; all processes share the row.
 * @returns null while the limit holds, else the seconds to wait.
 */
export const countUse = (db: Database, use: Use, now: Date): Promise<number | null> => countUses(db, [use], now);

/** Counts one use in each of these windows, by one statement. Returns the longest wait; null while all limits hold. */
export async function countUses(db: Database, uses: readonly Use[], now: Date): Promise<number | null> {
  const rows = await db
    .insert(limits)
    .values(uses.map(({ key, seconds }) => ({ key, windowStart: windowOf(seconds, now), count: 1 })))
    .onConflictDoUpdate({ target: [limits.key, limits.windowStart], set: { count: sql`${limits.count} + 1` } })
    .returning({ key: limits.key, count: limits.count });
  const counts = new Map(rows.map(({ key, count }) => [key, count]));
  const waits = uses.filter(({ key, most }) => (counts.get(key) ?? 0) > most).map((use) => waitOf(use, now));
  return waits.length > 0 ? Math.max(...waits) : null;
}

const waitOf = ({ seconds }: Use, now: Date): number =>
  Math.max(1, Math.ceil((windowOf(seconds, now).getTime() + seconds * 1000 - now.getTime()) / 1000));

const windowOf = (seconds: number, now: Date): Date =>
  new Date(Math.floor(now.getTime() / (seconds * 1000)) * seconds * 1000);

/** Takes one use of the window of `now` back. */
export async function uncountUse(db: Database, use: { key: string; seconds: number }, now: Date): Promise<void> {
  await db
    .update(limits)
    .set({ count: sql`${limits.count} - 1` })
    .where(and(eq(limits.key, use.key), eq(limits.windowStart, windowOf(use.seconds, now)), gt(limits.count, 0)));
}

/** Windows that ended a day ago say nothing any more. */
export async function sweepLimits(db: Database, now: Date): Promise<void> {
  await db.delete(limits).where(lt(limits.windowStart, new Date(now.getTime() - dayMs)));
}
