import { and, eq, gt, or, sql } from "drizzle-orm";
import type { Database } from "./database/database.ts";
import { limits } from "./tables.ts";

type Use = { key: string; most: number; seconds: number };

/**
 * Counts one use of `key` in a window of `seconds` that slides; all processes share the rows.
 * @returns null while the limit holds, else the seconds to wait.
 */
export const countUse = (db: Database, use: Use, now: Date): Promise<number | null> => countUses(db, [use], now);

/**
 * Counts one use in each of these windows, by one statement. Returns the longest wait; null while all limits hold.
 * Two fixed windows stand for the sliding one: the present one, and of the one before it the part that has not left.
 */
export async function countUses(db: Database, uses: readonly Use[], now: Date): Promise<number | null> {
  const before = uses.map(({ key, seconds }) => {
    const start = new Date(windowOf(seconds, now).getTime() - seconds * 1000);
    return sql`when ${key} then (select ${limits.count} from ${limits} where ${eq(limits.key, key)} and ${eq(limits.windowStart, start)})`;
  });
  const rows = await db
    .insert(limits)
    .values(uses.map(({ key, seconds }) => ({ key, windowStart: windowOf(seconds, now), count: 1 })))
    .onConflictDoUpdate({ target: [limits.key, limits.windowStart], set: { count: sql`${limits.count} + 1` } })
    .returning({
      key: limits.key,
      count: limits.count,
      before: sql<number | null>`case ${limits.key} ${sql.join(before, sql` `)} end`,
    });
  const counts = new Map(rows.map(({ key, ...row }) => [key, row]));
  const waits = uses.map((use) => {
    const { count = 0, before: earlier = null } = counts.get(use.key) ?? {};
    const passed = (now.getTime() - windowOf(use.seconds, now).getTime()) / 1000;
    return secondsToWait(use, { count: count - 1, before: earlier ?? 0, passed });
  });
  const longest = Math.max(...waits);
  if (longest <= 0) return null;
  await removeUses(db, uses, now); // a refused use does not count, so that a request after the announced wait is admitted
  return Math.ceil(longest);
}

type Counted = {
  /** Uses in the present window, without the one that is asked for. */
  count: number;
  /** Uses in the window before. */
  before: number;
  /** Seconds since the present window began. */
  passed: number;
};

/** Seconds until one more use fits; 0: now. Uses beyond the limit are others that are being refused at this moment. */
export function secondsToWait({ most, seconds }: Omit<Use, "key">, { count, before, passed }: Counted): number {
  const present = Math.min(count, most);
  const earlier = Math.min(before, most);
  const fits = most - 1 - present;
  if (fits >= 0) return Math.max(0, fadedAfter(earlier, fits, seconds) - passed);
  return seconds - passed + fadedAfter(present, most - 1, seconds);
}

/** The second of a window at which only `fits` uses of the one before it still count. */
const fadedAfter = (uses: number, fits: number, seconds: number): number =>
  uses <= fits ? 0 : (seconds * (uses - fits)) / uses;

const windowOf = (seconds: number, now: Date): Date =>
  new Date(Math.floor(now.getTime() / (seconds * 1000)) * seconds * 1000);

type Counting = Pick<Use, "key" | "seconds">;

/** Takes one use of the window of `now` back. */
export const uncountUse = (db: Database, use: Counting, now: Date): Promise<void> => removeUses(db, [use], now);

async function removeUses(db: Database, uses: readonly Counting[], now: Date): Promise<void> {
  const theirs = uses.map(({ key, seconds }) =>
    and(eq(limits.key, key), eq(limits.windowStart, windowOf(seconds, now))),
  );
  await db
    .update(limits)
    .set({ count: sql`${limits.count} - 1` })
    .where(and(or(...theirs), gt(limits.count, 0)));
}
