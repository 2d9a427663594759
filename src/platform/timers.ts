import { and, asc, count, eq, inArray, lte, min, notInArray, sql } from "drizzle-orm";
import { done } from "#src/shared/outcome.ts";
import { inTransaction } from "./command.ts";
import { rowsFor } from "./database/pipeline/index.ts";
import { newId } from "./ids.ts";
import type { JobKind } from "./jobs.ts";
import { type Runtime, systemCtx } from "./runtime.ts";
import { timers } from "./tables.ts";
import type { Work } from "./work.ts";
import { retryTime, type WorkQueue } from "./work-queue.ts";

export type TimerKind = {
  kind: string;
  /** Locks the subject whose commands set and clear this timer: they hold it before they reach the timer's row. */
  lock?: (work: Work, subject: string) => Promise<unknown>;
  run: (work: Work, subject: string) => Promise<void>;
};
type Key = { kind: string; subject: string };

/** One timer a kind and subject; setting it again moves it. */
export async function setTimer(work: Work, timer: Key & { due: Date }): Promise<void> {
  await work.tx
    .insert(timers)
    .values({ id: newId(), ...timer })
    .onConflictDoUpdate({ target: [timers.kind, timers.subject], set: { due: timer.due, attempts: 0, error: null } });
}

/** The first timers of a subject that is new in this transaction. */
export const firstTimers = (work: Work, subject: string, due: readonly { kind: string; due: Date }[]): void =>
  work.defer(
    rowsFor(
      timers,
      due.map((timer) => ({ id: newId(), subject, ...timer })),
    ),
  );

export async function clearTimer(work: Work, key: Key): Promise<void> {
  await work.tx.delete(timers).where(and(eq(timers.kind, key.kind), eq(timers.subject, key.subject)));
}

export const timerQueue: WorkQueue<typeof timers> = { name: "timers", table: timers, due: timers.due };

const firstWaitMs = 15_000;
const batch = 200;
/** After so many batches whoever ticks asks again whether the time can be trusted. */
const mostBatches = 25;

/**
 * Runs every due timer of these kinds once, wherever many processes tick: an advisory lock is the claim, the delete is
 * the mark. A timer of another kind, left by another version, waits and holds nobody up. Returns how many ran.
 */
export async function runDueTimers(runtime: Runtime, kinds: readonly TimerKind[]): Promise<number> {
  const byKind = new Map(kinds.map((kind) => [kind.kind, kind]));
  let ran = 0;
  for (let batches = 0; batches < mostBatches; batches += 1) {
    const due = await runtime.db
      .select()
      .from(timers)
      .where(and(lte(timers.due, runtime.clock()), inArray(timers.kind, [...byKind.keys()])))
      .orderBy(asc(timers.due))
      .limit(batch);
    const before = ran;
    for (const timer of due) {
      const kind = byKind.get(timer.kind);
      if (kind && (await runOrPostpone(runtime, kind, timer))) ran += 1;
    }
    // Where all of a batch failed or belong to another process, the next tick looks again.
    if (due.length < batch || ran === before) break;
  }
  return ran;
}

/** True: it ran here. One that fails is due again after 15 seconds, then twice as long each time, at most an hour. */
async function runOrPostpone(runtime: Runtime, kind: TimerKind, timer: typeof timers.$inferSelect): Promise<boolean> {
  try {
    return await runOne(runtime, kind, timer.id);
  } catch (error) {
    runtime.log.error({ err: error, timer: timer.kind, subject: timer.subject }, "a timer failed");
    const later = retryTime(runtime.clock(), timer.attempts + 1, firstWaitMs);
    await runtime.db
      .update(timers)
      .set({ due: later, attempts: sql`${timers.attempts} + 1`, error: String(error).slice(0, 2000) })
      .where(eq(timers.id, timer.id));
    return false;
  }
}

/** An hourly job that logs due timers whose kind is none of these: nobody runs them. */
export const reportUnknownTimers = (kinds: readonly TimerKind[]): JobKind => ({
  name: "unknown-timers",
  cron: "41 * * * *",
  run: async (runtime) => {
    const { kind, due } = timers;
    const known = kinds.map((one) => one.kind);
    const waiting = await runtime.db
      .select({ kind, count: count(), since: min(due) })
      .from(timers)
      .where(and(lte(due, runtime.clock()), notInArray(kind, known)))
      .groupBy(kind);
    if (waiting.length > 0) runtime.log.error({ waiting }, "timers of unknown kinds are due and nobody runs them");
  },
});

async function runOne(runtime: Runtime, kind: TimerKind, id: string): Promise<boolean> {
  const outcome = await inTransaction(systemCtx(runtime, kind.kind), async (work) => {
    const still = and(eq(timers.id, id), lte(timers.due, work.now));
    const [mine] = await work.tx
      .select()
      .from(timers)
      .where(and(still, sql`pg_try_advisory_xact_lock(hashtextextended(${`timer:${id}`}, 0))`));
    if (!mine) return done(false);
    await kind.lock?.(work, mine.subject);
    const [taken] = await work.tx.delete(timers).where(still).returning({ id: timers.id });
    if (!taken) return done(false);
    await kind.run(work, mine.subject);
    return done(true);
  });
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.value;
}
