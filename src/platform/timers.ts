import { and, asc, eq, lte, sql } from "drizzle-orm";
import { done } from "#src/shared/outcome.ts";
import { hourSeconds } from "#src/shared/units.ts";
import { inTransaction } from "./command.ts";
import { rowsFor } from "./database/pipeline/index.ts";
import { newId } from "./ids.ts";
import { type Runtime, systemCtx } from "./runtime.ts";
import { timers } from "./tables.ts";
import type { Work } from "./work.ts";

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

/** Runs every due timer once, wherever many processes tick: an advisory lock is the claim, the delete is the mark. */
export async function runDueTimers(runtime: Runtime, kinds: readonly TimerKind[]): Promise<number> {
  const byKind = new Map(kinds.map((kind) => [kind.kind, kind]));
  const due = await runtime.db
    .select()
    .from(timers)
    .where(lte(timers.due, runtime.clock()))
    .orderBy(asc(timers.due))
    .limit(200);
  let ran = 0;
  for (const timer of due) {
    const kind = byKind.get(timer.kind);
    if (!kind) continue;
    try {
      ran += (await runOne(runtime, kind, timer.id)) ? 1 : 0;
    } catch (error) {
      runtime.log.error({ err: error, timer: timer.kind, subject: timer.subject }, "a timer failed");
      const later = new Date(runtime.clock().getTime() + Math.min(hourSeconds, 15 * 2 ** timer.attempts) * 1000);
      await runtime.db
        .update(timers)
        .set({ due: later, attempts: sql`${timers.attempts} + 1`, error: String(error).slice(0, 2000) })
        .where(eq(timers.id, timer.id));
    }
  }
  return ran;
}

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
