import { uptime } from "node:os";
import { and, gt, isNotNull, lte } from "drizzle-orm";
import { z } from "zod";
import { done, notFound } from "#src/shared/outcome.ts";
import { dayMs, hourMs, minuteMs } from "#src/shared/units.ts";
import { may } from "#src/shared/viewer.ts";
import { command, inTransaction } from "./command.ts";
import type { Database } from "./database/database.ts";
import { type Runtime, systemCtx } from "./runtime.ts";
import { clockWatch, timers } from "./tables.ts";
import type { Work } from "./work.ts";
import { mustBeFresh } from "./work.ts";

const jumpMs = hourMs;
const storedEveryMs = minuteMs;

/** The wall clock stood at `from` and stands at `to`, and the time between them did not pass. */
export type ClockJump = { from: Date; to: Date };

/** Milliseconds that pass whatever is done to the wall clock, also while the machine sleeps. */
const steadyClock = (): number => uptime() * 1000;

/** A jump that holds the timers, or one whose hold has ended by itself. */
export type ClockNews = { jump: ClockJump; held: boolean };
type Options = {
  steady?: () => number;
  /** Runs once in the installation, in the transaction that holds the timers or ends the hold. */
  onNews?: (work: Work, news: ClockNews) => Promise<void>;
};

/**
 * Compares the wall clock with one that cannot be set. A difference of more than an hour holds all timers and nightly
 * work of the installation until an admin confirms the time, or `isOver`. At start the last stored time is compared,
 * and only a clock that went back counts: forward is a night off.
 */
export function openClockWatch(runtime: Runtime, { steady = steadyClock, onNews }: Options = {}) {
  let base: { wall: number; steady: number } | null = null;
  let storedAt = 0;

  const find = (now: number, seenAt: Date | undefined): ClockJump | null => {
    const expected = base ? base.wall + steady() - base.steady : (seenAt?.getTime() ?? now);
    const apart = base ? Math.abs(now - expected) : expected - now;
    return apart > jumpMs ? { from: new Date(expected), to: new Date(now) } : null;
  };
  const change = (step: (work: Work) => Promise<ClockNews | null>) =>
    inTransaction(systemCtx(runtime, "clock"), async (work) => {
      const news = await step(work);
      if (news) await onNews?.(work, news);
      return done(news);
    });
  return {
    /** Asked before every round of timers: false while a jump holds them. */
    mayRun: async (): Promise<boolean> => {
      const now = runtime.clock();
      const [known] = await runtime.db.select().from(clockWatch);
      const jump = find(now.getTime(), known?.seenAt);
      if (jump) {
        const kept = await change((work) => hold(work, jump));
        if (!kept.ok) return false; // found again by the next round
      }
      if (jump || !base) base = { wall: now.getTime(), steady: steady() };
      if (jump) {
        runtime.log.warn(jump, jumpMessage);
        return false;
      }
      if (known?.jumpFrom) {
        const ended = await change(endIfOver);
        if (ended.ok && ended.value) runtime.log.info(ended.value.jump, "the hold of timers after a jump has ended");
        return ended.ok && ended.value !== null;
      }
      if (Math.abs(now.getTime() - storedAt) >= storedEveryMs) {
        await store(runtime.db, now);
        storedAt = now.getTime();
      }
      return true;
    },
  };
}

const jumpMessage =
  "The clock of this machine jumped by more than an hour: timers wait until an admin confirms the time on the overview, or until it has run evenly for an hour and nothing became due by the jump.";

const lockedRow = async ({ tx }: Work) => {
  const [row] = await tx.select().from(clockWatch).for("update");
  return row;
};

/**
 * Holds the timers. Further jumps add up: `from` is what the clock would show without any of them. A jump that another
 * process has recorded within the hour is not recorded again. @returns news for the first jump.
 */
async function hold(work: Work, { from, to }: ClockJump): Promise<ClockNews | null> {
  await work.tx.insert(clockWatch).values({ id: 1, seenAt: to }).onConflictDoNothing();
  const row = await lockedRow(work);
  const { jumpFrom, jumpTo } = row ?? {};
  const since = jumpTo ? to.getTime() - jumpTo.getTime() : -1;
  if (since >= 0 && since <= jumpMs) return null;
  const unmoved = jumpFrom && jumpTo ? new Date(jumpFrom.getTime() + from.getTime() - jumpTo.getTime()) : from;
  await work.tx.update(clockWatch).set({ seenAt: to, jumpFrom: unmoved, jumpTo: to });
  return jumpFrom ? null : { jump: { from, to }, held: true };
}

/**
 * Ends the hold after an hour without a further jump when nothing is due that would not be due without the jumps: they
 * went back, or undid each other, or were at most a day with no timer in it. Nightly work goes by ages of days.
 */
async function endIfOver(work: Work): Promise<ClockNews | null> {
  const { jumpFrom, jumpTo } = (await lockedRow(work)) ?? {};
  if (!jumpFrom || !jumpTo || work.now.getTime() - jumpTo.getTime() < hourMs) return null;
  const jumpedMs = jumpTo.getTime() - jumpFrom.getTime();
  if (jumpedMs > dayMs) return null;
  if (jumpedMs > jumpMs) {
    const early = and(gt(timers.due, new Date(work.now.getTime() - jumpedMs)), lte(timers.due, work.now));
    const [due] = await work.tx.select({ id: timers.id }).from(timers).where(early).limit(1);
    if (due) return null;
  }
  await end(work, { from: jumpFrom, to: jumpTo }, "clock.hold-ended");
  return { jump: { from: jumpFrom, to: jumpTo }, held: false };
}

async function end(work: Work, { from, to }: ClockJump, action: string): Promise<void> {
  await work.tx.update(clockWatch).set({ seenAt: work.now, jumpFrom: null, jumpTo: null });
  work.audit({ action, subject: "clock", detail: { from: from.toISOString(), to: to.toISOString() } });
}

const store = (db: Database, now: Date): Promise<unknown> =>
  db
    .insert(clockWatch)
    .values({ id: 1, seenAt: now })
    .onConflictDoUpdate({ target: clockWatch.id, set: { seenAt: now } });

/** The jump that holds the timers, or null. */
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
    if (jump) await end(work, jump, "clock.confirmed");
    return done(null);
  },
});
