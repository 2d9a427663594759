import { counted } from "#src/shared/counted.ts";
import { dayMs, hourMs, minuteMs } from "#src/shared/units.ts";
import { shiftedDay } from "#src/shared/zone.ts";

/** sending: in a run, the bank has it; paid: with its reference; failed: the bank did not take it, it is owed again. */
export type PayoutState = "sending" | "paid" | "failed";

/** So long it can be taken back that a payout was marked as sent; then its writer is notified. */
export const undoSentMs = minuteMs;

/** Payouts have numbers for people: "PO-0038". */
export const payoutNumber = (number: number): string => `PO-${String(number).padStart(4, "0")}`;

/** What is the writer's of one order and not paid out; below zero when money went back after a payout. */
export type Owed = { orderId: string; cents: number; frozen: boolean };

/** Why somebody with money is not in a run. */
export type Obstacle = "frozen" | "owes" | "blocked" | "no-method" | "method-new";

/** The orders that a payout covers: frozen money waits, what is owed is set off all the same. */
export const coveredBy = <O extends Owed>(owed: readonly O[]): readonly O[] =>
  owed.filter(({ cents, frozen }) => cents < 0 || (cents > 0 && !frozen));

export const sumOf = (lines: readonly { cents: number }[]): number => lines.reduce((sum, { cents }) => sum + cents, 0);

type Payee = { blocked: boolean; hasMethod: boolean; pausedUntil: Date | null };

/** What waits for a dispute or a contested payment. */
export const frozenOf = (owed: readonly Owed[]): number =>
  sumOf(owed.filter(({ cents, frozen }) => frozen && cents > 0));

/** What stands against paying somebody so much; null: nothing does. `frozenCents` is not in `cents`. */
export const obstacleFor = (
  { cents, frozenCents }: { cents: number; frozenCents: number },
  payee: Payee,
): Obstacle | null => {
  if (cents <= 0) return frozenCents > 0 ? "frozen" : "owes";
  if (payee.blocked) return "blocked";
  if (!payee.hasMethod) return "no-method";
  return payee.pausedUntil ? "method-new" : null;
};

/** Until when payouts wait after a change; null when they do not. */
export const pausedUntil = (changedAt: Date | null, pauseHours: number, now: Date): Date | null => {
  if (!changedAt) return null;
  const end = new Date(changedAt.getTime() + pauseHours * hourMs);
  return end > now ? end : null;
};

/** Day zero of the calendar (YYYY-MM-DD) that payouts count from, and every how many weeks. */
export type PayoutRhythm = { firstDay: string; everyWeeks: number };

const dayNumber = (date: string): number => Math.round(Date.parse(`${date}T00:00:00Z`) / dayMs);

/** The next day of payouts, `today` included; both are calendar days (YYYY-MM-DD). */
export const nextPayoutDay = ({ firstDay, everyWeeks }: PayoutRhythm, today: string): string => {
  const step = everyWeeks * 7;
  const passed = Math.max(0, Math.ceil((dayNumber(today) - dayNumber(firstDay)) / step));
  return shiftedDay(firstDay, passed * step);
};

/**
 * Whether a run today would come before the announced day. On the day it does not, and afterwards it does not as long as
 * no run was made since that day; `lastRun` is the day of the newest one. All are calendar days (YYYY-MM-DD).
 */
export const isEarlyRun = (rhythm: PayoutRhythm, today: string, lastRun: string | null): boolean => {
  const next = nextPayoutDay(rhythm, today);
  if (next === today) return false;
  const before = shiftedDay(next, -rhythm.everyWeeks * 7);
  return before < rhythm.firstDay || (lastRun !== null && lastRun >= before);
};

/** Every how often, in words. */
export const rhythmLabel = ({ firstDay, everyWeeks }: PayoutRhythm): string => {
  const weekday = new Date(dayNumber(firstDay) * dayMs).toLocaleDateString("en-GB", {
    weekday: "long",
    timeZone: "UTC",
  });
  if (everyWeeks === 1) return `every ${weekday}`;
  return everyWeeks === 2 ? `every second ${weekday}` : `every ${counted(everyWeeks, "week")}, on a ${weekday}`;
};
