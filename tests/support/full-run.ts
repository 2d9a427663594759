/** True in `npm run test:full`: long counts, every display, histories by the thousand. */
export const isFullRun = Boolean(process.env.FULL_RUN);

/** @returns `short` in `npm test`, `full` in `npm run test:full`. */
export const sized = <T>(short: T, full: T): T => (isFullRun ? full : short);

/** Printed by `npm test`; `SEED=…` repeats a run's choices. */
export const seed = Number(process.env.SEED ?? 20261127);

/**
 * Decides which of many cases a run tries: each case with the chance 1/`oneIn` in `npm test`, all of them in the full run.
 * The same seed and the same order of questions give the same answers.
 */
export function drawer(oneIn: number): () => boolean {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return isFullRun || Math.floor((state / 2 ** 32) * oneIn) === 0;
  };
}
