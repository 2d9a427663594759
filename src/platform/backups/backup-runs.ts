import { and, asc, desc, eq, inArray, lte, notInArray, sql } from "drizzle-orm";
import { minuteMs } from "#src/shared/units.ts";
import type { Database } from "../database/database.ts";
import { backupDrills, backupRuns, type RunFacts, type RunProgress, type RunsTable } from "../tables.ts";

/** A claim is renewed long before it ends; after that the process counts as dead. */
export const claimMs = 10 * minuteMs;

/**
 * Takes the backup (or the drill) of this time: one process of all gets true. Who claims again after a failure or a
 * death gets the next try.
 */
export async function claimRun(
  db: Database,
  of: RunsTable,
  slot: Date,
  now: Date,
): Promise<{ tries: number; byHand: boolean } | null> {
  const until = new Date(now.getTime() + claimMs);
  const { state, tries, byHand } = of;
  const free = and(inArray(state, ["waiting", "failed", "running"]), lte(of.until, now));
  const [claimed] = await db
    .insert(of)
    .values({ slot, state: "running", until, beganAt: now })
    .onConflictDoUpdate({
      target: of.slot,
      set: { state: "running", until, beganAt: now, endedAt: null, progress: null, tries: sql`${tries} + 1` },
      setWhere: free,
    })
    .returning({ tries, byHand });
  return claimed ?? null;
}

type Renewed = { slot: Date; progress: RunProgress | null };

export const renewClaim = (db: Database, of: RunsTable, { slot, progress }: Renewed, now: Date): PromiseLike<unknown> =>
  db
    .update(of)
    .set({ until: new Date(now.getTime() + claimMs), progress })
    .where(and(eq(of.slot, slot), eq(of.state, "running")));

type Ended = {
  state: "done" | "failed";
  name?: string;
  bytes?: number;
  facts?: RunFacts;
  error?: string;
  until?: Date | null;
};

export const endRun = (db: Database, of: RunsTable, slot: Date, ended: Ended, now: Date): PromiseLike<unknown> =>
  db
    .update(of)
    .set({ endedAt: now, until: null, name: null, bytes: null, facts: null, progress: null, error: null, ...ended })
    .where(eq(of.slot, slot));

const { slot: asked, state, byHand } = backupRuns;
const unfinished = inArray(state, ["waiting", "running"]);

/** The backup that an admin asked for and no living process makes: none has begun, or the one that did has died. */
export async function askedBackup(db: Database, now: Date): Promise<Date | null> {
  const free = and(eq(byHand, true), unfinished, lte(backupRuns.until, now));
  const [found] = await db.select({ asked }).from(backupRuns).where(free).orderBy(asc(asked)).limit(1);
  return found?.asked ?? null;
}

/** Asks for a backup now. @returns false when one waits or is under way. */
export async function askForBackup(tx: Database, now: Date): Promise<boolean> {
  // Rows are locked, so that one that waits is not taken by a process between the two statements.
  const [waiting] = await tx.select({ asked }).from(backupRuns).where(unfinished).limit(1).for("update");
  if (waiting) return false;
  const row = { slot: now, state: "waiting", byHand: true, until: now, beganAt: now } as const;
  const added = await tx.insert(backupRuns).values(row).onConflictDoNothing().returning({ asked });
  return added.length > 0;
}

const mostRuns = 10;

/** The newest runs of the plan. */
export const newestRuns = (db: Database) => db.select().from(backupRuns).orderBy(desc(backupRuns.slot)).limit(mostRuns);

/** What a notice is made from: the newest run that has ended, and when one was whole last. */
export async function lastBackups(db: Database) {
  const { slot, endedAt, error } = backupRuns;
  const ended = notInArray(state, ["waiting", "running"]);
  const last = db.select({ state, byHand, endedAt, error }).from(backupRuns).where(ended).orderBy(desc(slot)).limit(1);
  const whole = db.select({ endedAt }).from(backupRuns).where(eq(state, "done")).orderBy(desc(slot)).limit(1);
  const [[newest], [good]] = await Promise.all([last, whole]);
  return { newest: newest ?? null, wholeAt: good?.endedAt ?? null };
}

/** The newest whole backup of the plan. */
export async function newestWhole(db: Database) {
  const { slot, name } = backupRuns;
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
    .where(notInArray(backupDrills.state, ["waiting", "running"]))
    .orderBy(desc(backupDrills.slot))
    .limit(1);
  const [[begun], [over]] = await Promise.all([newest, ended]);
  return { newest: begun ?? null, ended: over ?? null };
}
