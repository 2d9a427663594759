/** Milliseconds of two questions that went out one after the other, in an order drawn by lot. */
export type Pair = { known: number; unknown: number };

export const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

/** The share of pairs in which the known one took longer. */
export const slowerShare = (pairs: readonly Pair[]): number =>
  pairs.filter(({ known, unknown }) => known > unknown).length / pairs.length;

/** What lies between the two inside a pair, in the middle: what slows a whole pair down cancels out. */
export const apart = (pairs: readonly Pair[]): number => median(pairs.map(({ known, unknown }) => known - unknown));

/**
 * Wilcoxon's signed ranks, in standard deviations: 0 where known and unknown cost the same, far from it where one of
 * them costs more. As the order of a pair is drawn, noise of any kind and size moves it as little as it may.
 */
function signedRanks(pairs: readonly Pair[]): number {
  const differences = pairs.map(({ known, unknown }) => known - unknown).sort((a, b) => Math.abs(a) - Math.abs(b));
  const sum = differences.reduce((total, difference, at) => total + Math.sign(difference) * (at + 1), 0);
  const n = pairs.length;
  return sum / Math.sqrt((n * (n + 1) * (2 * n + 1)) / 6);
}

const looks = [20, 40, 80, 160];
export const mostPairs = looks.at(-1) ?? 0;
/** Beyond this a difference is one: chance alone gets there once in a million looks. */
const surely = 5;
/** Within this there is nothing to look for; what lies between is asked about further. */
const fine = 2;

export type Comparison = { pairs: Pair[]; deviations: number; leaks: boolean };

/** Asks pair after pair until it is plain whether known and unknown differ: `fewest` where they do not, 160 at most. */
export async function compareAnswers(ask: (n: number) => Promise<Pair>, fewest = 20): Promise<Comparison> {
  const pairs: Pair[] = [];
  for (const look of looks.filter((pairs) => pairs >= fewest)) {
    while (pairs.length < look) pairs.push(await ask(pairs.length));
    const deviations = signedRanks(pairs);
    if (Math.abs(deviations) >= surely) return { pairs, deviations, leaks: true };
    if (Math.abs(deviations) < fine) return { pairs, deviations, leaks: false };
  }
  return { pairs, deviations: signedRanks(pairs), leaks: false };
}
