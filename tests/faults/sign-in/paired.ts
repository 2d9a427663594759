/** Milliseconds of two questions that went out one after the other, in an order drawn by lot. */
export type Pair = { known: number; unknown: number };

export const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

/** The share of pairs in which the known one took longer. */
export const slowerShare = (pairs: readonly Pair[]): number =>
  pairs.filter(({ known, unknown }) => known > unknown).length / pairs.length;

/** What lies between the two inside a pair, in the middle: what slows a whole pair down cancels out. */
export const apart = (pairs: readonly Pair[]): number => median(pairs.map(({ known, unknown }) => known - unknown));
