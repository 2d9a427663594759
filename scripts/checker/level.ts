import { buckets, families } from "#src/modules/checker/domain/ngrams.ts";
import type { Dataset } from "./dataset.ts";
import type { Matrix } from "./logistic.ts";
import { solve } from "./newton.ts";

/** Human texts that a kind of one source needs for its mean to count. */
const leastOfKind = 80;
/** What part of the differences' mean size is left to chance: the smaller, the more level people become. */
const slack = 0.03;

/** The mean of each kind of human texts that is learned from (a row a source and kind), less the mean of all kinds. */
function differences({ samples }: Dataset, matrix: Matrix, mass: Float64Array, columns: number): Float64Array[] {
  const rows = [...samples.keys()].filter((row) => samples[row]?.label === "human" && (mass[row] as number) > 0);
  const kinds = Map.groupBy(rows, (row) => `${samples[row]?.source} ${samples[row]?.domain}`);
  const names = [...kinds.keys()].filter((name) => (kinds.get(name)?.length ?? 0) >= leastOfKind).sort();
  const means = names.map((name) => meanOf(matrix, kinds.get(name) ?? [], columns));
  for (let column = 0; column < columns; column++) {
    let middle = 0;
    for (const mean of means) middle += (mean[column] as number) / means.length;
    for (const mean of means) mean[column] = (mean[column] as number) - middle;
  }
  return means;
}

function meanOf({ start, at, value }: Matrix, rows: readonly number[], columns: number): Float64Array {
  const mean = new Float64Array(columns);
  for (const row of rows)
    for (let k = start[row] as number; k < (start[row + 1] as number); k++)
      mean[at[k] as number] = (mean[at[k] as number] as number) + (value[k] as number) / rows.length;
  return mean;
}

/** Levels the columns from `from` to before `to`: the least change that makes every difference score about nothing. */
function levelColumns(weights: Float32Array, all: readonly Float64Array[], from: number, to: number): void {
  const own = all.map((one) => one.subarray(from, to));
  const part = weights.subarray(from, to);
  const dot = (one: Float64Array, other: Float64Array | Float32Array): number => {
    let sum = 0;
    for (let at = 0; at < one.length; at++) sum += (one[at] as number) * (other[at] as number);
    return sum;
  };
  const products = own.map((one) => Float64Array.from(own, (other) => dot(one, other)));
  const size = products.reduce((sum, row, at) => sum + (row[at] as number), 0) / Math.max(1, own.length);
  for (const [at, row] of products.entries()) row[at] = (row[at] as number) + slack * size + 1e-12;
  const worth = solve(
    products,
    Float64Array.from(own, (one) => dot(one, part)),
  );
  for (let at = 0; at < part.length; at++) {
    let change = 0;
    for (const [kind, one] of own.entries()) change += (worth[kind] as number) * (one[at] as number);
    part[at] = (part[at] as number) - change;
  }
}

/**
 * Removes from the weights what separates people of one kind of writing from people of another: their kinds then score about
 * the same, and so, nearly, do people of kinds that were not learned from. `bucketOf` is the bucket of each column.
 */
export function levelPeople(
  weights: Float32Array,
  data: Dataset,
  { matrix, mass, bucketOf }: { matrix: Matrix; mass: Float64Array; bucketOf: Uint32Array },
): void {
  const all = differences(data, matrix, mass, weights.length);
  let from = 0;
  for (const [family] of families.entries()) {
    let to = from;
    while (to < weights.length && (bucketOf[to] as number) < (family + 1) * buckets) to++;
    levelColumns(weights, all, from, to);
    from = to;
  }
}
