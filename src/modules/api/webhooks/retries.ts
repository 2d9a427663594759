import { dayMs, hourMs, minuteMs } from "#src/shared/units.ts";

/** Waits after each failed try: ten tries in about three days. */
const waits = [
  5_000,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  dayMs,
];

/** When the next try is after `attempts` failed ones; null: there is none. */
export const nextTry = (attempts: number, now: Date): Date | null => {
  const wait = waits[attempts - 1];
  return wait === undefined ? null : new Date(now.getTime() + wait);
};

/** An endpoint that only failed for so long is switched off. */
const offAfterMs = 5 * dayMs;

export const isGivenUp = (failingSince: Date, now: Date): boolean =>
  now.getTime() - failingSince.getTime() >= offAfterMs;
