export type Options = { quick: boolean };

/** One line of the table. `ratio` is ours / reference for rates, reference / ours for times, so that more is better. */
export type Row = {
  name: string;
  size?: string;
  ours: number;
  reference: number;
  unit: string;
  referenceIs: string;
  ratio: { median: number; min: number; max: number };
  /** The least ratio the product must reach. */
  floor?: number;
  /** While the floor is missed (bench/reasons.json says why): the ratio under which a quick run fails all the same. */
  heldAt?: number;
  /** An absolute figure: ours must not be above it. Times are judged by full runs alone. */
  most?: number;
  goal?: string;
  p50?: number;
  p99?: number;
  rounds?: number;
  note?: string;
  /** Printed in the table of growth: the larger size's figure over the smaller one's. */
  growth?: boolean;
};

export type Bench = { name: string; run: (options: Options) => Promise<Row[]> };

/** One run, as kept in bench/results/. */
export type Results = {
  /** UTC, ISO 8601. */
  finished: string;
  commit: string;
  machine: Record<string, string | number>;
  versions: Record<string, string>;
  rows: (Row & { met: boolean })[];
  broken: { name: string; error: string }[];
  /** Only some benchmarks were run on this commit. */
  partial?: boolean;
  /** Benchmarks of this commit that were measured once more by themselves, and when (UTC). */
  again?: { name: string; finished: string }[];
};
