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
