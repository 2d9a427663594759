import { uptime } from "node:os";
import { isNotNull, sql } from "drizzle-orm";
import { z } from "zod";
import { done, notFound } from "#src/shared/outcome.ts";
import { hourMs, minuteMs } from "#src/shared/units.ts";
import { may } from "#src/shared/viewer.ts";
import { command } from "./command.ts";
import type { Database } from "./database/database.ts";
import { mustBeFresh } from "./fresh.ts";
import type { Runtime } from "./runtime.ts";
import { clockWatch } from "./tables.ts";

const jumpMs = hourMs;
const storedEveryMs = minuteMs;

/** The wall clock stood at `from` and stands at `to`, and the time between them did not pass. */
export type ClockJump = { from: Date; to: Date };

/** Milliseconds that pass whatever is done to the wall clock, also while the machine sleeps. */
const steadyClock = (): number => uptime() * 1000;

/**
 * Compares the wall clock with one that cannot be set. A difference of more than an hour holds all timers and nightly
 * work of the installation until an admin confirms the time. At start the last stored time is compared, and only a
 * clock that went back counts: forward is a night off.
 */
export function openClockWatch(runtime: Runtime, steady: () => number = steadyClock) {
  let base: { wall: number; steady: number } | null = null;
  let storedAt = 0;

  const find = (now: number, seenAt: Date | undefined): ClockJump | null => {
    const expected = base ? base.wall + steady() - base.steady : (seenAt?.getTime() ?? now);
    const apart = base ? Math.abs(now - expected) : expected - now;
    return apart > jumpMs ? { from: new Date(expected), to: new Date(now) } : null;
  };
  return {
    /** Asked before every round of timers: false while a jump waits for an admin. */
    mayRun: async (): Promise<boolean> => {
      const now = runtime.clock();
      const [known] = await runtime.db.select().from(clockWatch);
      const jump = find(now.getTime(), known?.seenAt);
      if (jump || !base) base = { wall: now.getTime(), steady: steady() };
      if (jump) {
        await hold(runtime.db, jump);
        runtime.log.warn(jump, jumpMessage);
        return false;
      }
      if (known?.jumpFrom) return false;
      if (Math.abs(now.getTime() - storedAt) >= storedEveryMs) {
        await store(runtime.db, now);
        storedAt = now.getTime();
      }
      return true;
    },
  };
}

const jumpMessage =
  "The clock of this machine jumped by more than an hour: timers wait until an admin confirms the time on the overview.";

/** The first of several jumps stays: it says when the time was right. */
async function hold(db: Database, { from, to }: ClockJump): Promise<void> {
  await db.insert(clockWatch).values({ id: 1, seenAt: to }).onConflictDoNothing();
  await db
    .update(clockWatch)
    .set({ jumpFrom: sql`coalesce(${clockWatch.jumpFrom}, ${from.toISOString()}::timestamptz)`, jumpTo: to });
}

const store = (db: Database, now: Date): Promise<unknown> =>
  db
    .insert(clockWatch)
    .values({ id: 1, seenAt: now })
    .onConflictDoUpdate({ target: clockWatch.id, set: { seenAt: now } });

/** The jump that waits for an admin, or null. */
export async function heldJump(db: Database): Promise<ClockJump | null> {
  const [row] = await db.select().from(clockWatch).where(isNotNull(clockWatch.jumpFrom));
  return row?.jumpFrom && row.jumpTo ? { from: row.jumpFrom, to: row.jumpTo } : null;
}

/** An admin with `settings` says that the time is right: timers run again. By a fresh sign-in; audited. */
export const confirmClock = command("clock.confirm", {
  input: z.strictObject({}),
  run: async (work) => {
    if (!may(work.viewer, "settings")) return notFound();
    const stale = mustBeFresh(work);
    if (stale) return stale;
    const jump = await heldJump(work.tx);
    if (!jump) return done(null);
    await work.tx.update(clockWatch).set({ seenAt: work.now, jumpFrom: null, jumpTo: null });
    work.audit({
      action: "clock.confirmed",
      subject: "clock",
      detail: { from: jump.from.toISOString(), to: jump.to.toISOString() },
    });
    return done(null);
  },
});
