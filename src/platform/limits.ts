import { and, eq, gt, lt, sql } from "drizzle-orm";
import type { Database } from "./database/database.ts";
import { limits } from "./tables.ts";

/**
 * Counts one use of `key` in a fixed window of `seconds`; all processes share the row.
 * @returns null while the limit holds, else the seconds to wait.
 */
export async function countUse(
  db: Database,
  use: { key: string; most: number; seconds: number },
  now: Date,
): Promise<number | null> {
  const windowStart = windowOf(use.seconds, now);
  const [row] = await db
    .insert(limits)
    .values({ key: use.key, windowStart, count: 1 })
    .onConflictDoUpdate({ target: [limits.key, limits.windowStart], set: { count: sql`${limits.count} + 1` } })
    .returning({ count: limits.count });
  return (row?.count ?? 0) <= use.most
    ? null
    : Math.max(1, Math.ceil((windowStart.getTime() + use.seconds * 1000 - now.getTime()) / 1000));
}

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
  await db.delete(limits).where(lt(limits.windowStart, new Date(now.getTime() - 86_400_000)));
}
