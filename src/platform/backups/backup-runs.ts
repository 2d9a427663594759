import { and, desc, eq, lte, or, sql } from "drizzle-orm";
import { minuteMs } from "#src/shared/units.ts";
import type { Database } from "../database/database.ts";
import { backupRuns } from "../tables.ts";

/** A claim is renewed long before it ends; after that the process counts as dead. */
export const claimMs = 10 * minuteMs;

/** Takes the backup of this time: one process of all gets true. Who claims again after a failure or a death gets the next try. */
export async function claimBackup(db: Database, slot: Date, now: Date): Promise<{ tries: number } | null> {
  const until = new Date(now.getTime() + claimMs);
  const { state, tries } = backupRuns;
  const free = and(or(eq(state, "failed"), eq(state, "running")), lte(backupRuns.until, now));
  const [claimed] = await db
    .insert(backupRuns)
    .values({ slot, state: "running", until, beganAt: now })
    .onConflictDoUpdate({
      target: backupRuns.slot,
      set: { state: "running", until, beganAt: now, endedAt: null, tries: sql`${tries} + 1` },
      setWhere: free,
    })
    .returning({ tries });
  return claimed ?? null;
}

export const renewClaim = (db: Database, slot: Date, now: Date): PromiseLike<unknown> =>
  db
    .update(backupRuns)
    .set({ until: new Date(now.getTime() + claimMs) })
    .where(and(eq(backupRuns.slot, slot), eq(backupRuns.state, "running")));

type Ended = { state: "done" | "failed"; name?: string; bytes?: number; error?: string; until?: Date };

export const endBackup = (db: Database, slot: Date, { state, ...facts }: Ended, now: Date): PromiseLike<unknown> =>
  db
    .update(backupRuns)
    .set({ state, endedAt: now, until: null, name: null, bytes: null, error: null, ...facts })
    .where(eq(backupRuns.slot, slot));

const mostRuns = 10;

/** The newest runs of the plan. */
export const newestRuns = (db: Database) => db.select().from(backupRuns).orderBy(desc(backupRuns.slot)).limit(mostRuns);

/** What a notice is made from: the newest run that has ended, and when one was whole last. */
export async function lastBackups(db: Database) {
  const { slot, state, endedAt, error } = backupRuns;
  const newest = db.select({ state, endedAt, error }).from(backupRuns).orderBy(desc(slot)).limit(2);
  const whole = db.select({ endedAt }).from(backupRuns).where(eq(state, "done")).orderBy(desc(slot)).limit(1);
  const [ended, [good]] = await Promise.all([newest, whole]);
  return { newest: ended.find((run) => run.state !== "running") ?? null, wholeAt: good?.endedAt ?? null };
}
