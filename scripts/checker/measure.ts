import { boundsOf } from "#src/modules/checker/domain/card.ts";

/** The chance that a machine text scores above a human one (half for equals). NaN without both. */
export function auroc(humans: readonly number[], machines: readonly number[]): number {
  const all = [...humans.map((score) => ({ score, is: 0 })), ...machines.map((score) => ({ score, is: 1 }))];
  all.sort((a, b) => a.score - b.score);
  let ranks = 0;
  for (let from = 0; from < all.length; ) {
    let to = from;
    while (to < all.length && all[to]?.score === all[from]?.score) to++;
    for (let at = from; at < to; at++) if (all[at]?.is === 1) ranks += (from + to + 1) / 2;
    from = to;
  }
  return (ranks - (machines.length * (machines.length + 1)) / 2) / (machines.length * humans.length);
}

/** The score that a share of these are above. */
export function upperQuantile(scores: readonly number[], share: number): number {
  const sorted = [...scores].sort((a, b) => b - a);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.POSITIVE_INFINITY;
}

/** The share of machine texts above the score that `share` of the human texts are above. */
export function recallAt(humans: readonly number[], machines: readonly number[], share: number): number {
  const limit = upperQuantile(humans, share);
  return machines.filter((score) => score > limit).length / machines.length;
}

/** Where the share k of n lies in 95 of 100 cases; anywhere without any. */
export function wilson(k: number, n: number): [number, number] {
  if (n === 0) return [0, 1];
  const { low, high } = boundsOf({ k, n });
  return [low, high];
}

export const mean = (values: readonly number[]): number =>
  values.reduce((a, b) => a + b, 0) / Math.max(1, values.length);

/** Mean distance between predicted and actual: 10 bins, classes balanced. */
export function calibrationError(scores: readonly { score: number; isMachine: boolean; mass: number }[]): number {
  const sums = Array.from({ length: 10 }, () => ({ mass: 0, said: 0, was: 0 }));
  for (const { score, isMachine, mass } of scores) {
    const bin = sums[Math.min(9, Math.floor(score * 10))];
    if (!bin) continue;
    bin.mass += mass;
    bin.said += mass * score;
    bin.was += isMachine ? mass : 0;
  }
  const whole = sums.reduce((sum, { mass }) => sum + mass, 0);
  return sums.reduce((sum, { said, was }) => sum + Math.abs(said - was), 0) / whole;
}
