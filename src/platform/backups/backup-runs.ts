import { and, desc, eq, lte, ne, or, sql } from "drizzle-orm";
import { minuteMs } from "#src/shared/units.ts";
import type { Database } from "../database/database.ts";
import { backupDrills, backupRuns, type RunFacts, type RunsTable } from "../tables.ts";

/** A claim is renewed long before it ends; after that the process counts as dead. */
export const claimMs = 10 * minuteMs;

/**
 * Takes the backup (or the drill) of this time: one process of all gets true. Who claims again after a failure or a
 * death gets the next try.
 */
export async function claimRun(db: Database, of: RunsTable, slot: Date, now: Date): Promise<{ tries: number } | null> {
  const until = new Date(now.getTime() + claimMs);
  const { state, tries } = of;
  const free = and(or(eq(state, "failed"), eq(state, "running")), lte(of.until, now));
  const [claimed] = await db
    .insert(of)
    .values({ slot, state: "running", until, beganAt: now })
    .onConflictDoUpdate({
      target: of.slot,
      set: { state: "running", until, beganAt: now, endedAt: null, tries: sql`${tries} + 1` },
      setWhere: free,
    })
    .returning({ tries });
  return claimed ?? null;
}

export const renewClaim = (db: Database, of: RunsTable, slot: Date, now: Date): PromiseLike<unknown> =>
  db
    .update(of)
    .set({ until: new Date(now.getTime() + claimMs) })
    .where(and(eq(of.slot, slot), eq(of.state, "running")));

type Ended = {
  state: "done" | "failed";
  name?: string;
  bytes?: number;
  facts?: RunFacts;
  error?: string;
  until?: Date;
};

export const endRun = (db: Database, of: RunsTable, slot: Date, ended: Ended, now: Date): PromiseLike<unknown> =>
  db
    .update(of)
    .set({ endedAt: now, until: null, name: null, bytes: null, facts: null, error: null, ...ended })
    .where(eq(of.slot, slot));

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

/** The newest whole backup of the plan. */
export async function newestWhole(db: Database) {
  const { slot, name, state } = backupRuns;
  const [whole] = await db
    .select({ slot, name })
    .from(backupRuns)
    .where(eq(state, "done"))
    .orderBy(desc(slot))
    .limit(1);
  return whole ?? null;
}

/** The newest drill that has ended, and the newest of all. */
export async function lastDrills(db: Database) {
  const newest = db.select().from(backupDrills).orderBy(desc(backupDrills.slot)).limit(1);
  const ended = db
    .select()
    .from(backupDrills)
    .where(ne(backupDrills.state, "running"))
    .orderBy(desc(backupDrills.slot))
    .limit(1);
  const [[begun], [over]] = await Promise.all([newest, ended]);
  return { newest: begun ?? null, ended: over ?? null };
}
