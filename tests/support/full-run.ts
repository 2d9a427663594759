import { readFileSync, writeFileSync } from "node:fs";

/** True in `npm run test:full`: long counts, every display, histories by the thousand. */
export const isFullRun = Boolean(process.env.FULL_RUN);

/** @returns `short` in `npm test`, `full` in `npm run test:full`. */
export const sized = <T>(short: T, full: T): T => (isFullRun ? full : short);

/** Printed by `npm test`; `SEED=…` repeats a run's choices. */
export const seed = Number(process.env.SEED ?? 20261127);

/** A small generator (mulberry32), so that a printed seed gives the same run again. */
export const randomFrom = (start: number) => {
  let state = start;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/**
 * Decides which of many cases a run tries: each case with the chance 1/`oneIn` in `npm test`, all of them in the full run.
 * The same seed and the same order of questions give the same answers.
 */
export function drawer(oneIn: number): () => boolean {
  const random = randomFrom(seed);
  return () => random() * oneIn < 1 || isFullRun;
}

/** The slowest recovery of a fault in a full run: how often it struck, and the day. */
export type Recovery = { ms: number; times: number; at: string };
const recoveries = "scripts/docs/recoveries.json";

/** Keeps how long the product needed after a fault, for the table in docs/reliability.md; the full run alone judges times. */
export function noteRecovery(fault: string, all: readonly number[]): void {
  if (!isFullRun) return;
  const known: Record<string, Recovery> = JSON.parse(readFileSync(recoveries, "utf8"));
  const at = new Date().toISOString().slice(0, 10);
  // Several tests may strike alike on a day.
  const { ms, times } = known[fault]?.at === at ? known[fault] : { ms: 0, times: 0 };
  known[fault] = { ms: Math.max(ms, ...all), times: times + all.length, at };
  const sorted = Object.entries(known).sort(([a], [b]) => Number(a.slice(1)) - Number(b.slice(1)));
  writeFileSync(recoveries, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}
