import type { Signals } from "#src/modules/checker/domain/model.ts";
import { type Trees, treesLogit } from "#src/modules/checker/domain/model.ts";
import { buckets, families } from "#src/modules/checker/domain/ngrams.ts";
import { growTrees } from "./boost.ts";
import { type Dataset, type Sample, styleOf } from "./dataset.ts";
import { type Matrix, solve, trainLogistic } from "./logistic.ts";

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

/** The two models below the stack. `weights` has an entry a bucket of every family. */
export type Base = { weights: Float32Array; bias: number; trees: Trees };

/** An n-gram is learned when it is in 3 texts of each of 4 groups: what is about a subject is not. */
const spread = { texts: 3, groups: 4 };
const columnsOfAll = families.length * buckets;

/** What machine texts of a generation count: those of today are nearest to what is written next. */
const generations: readonly { of: RegExp; worth: number }[] = [
  { of: /^(gpt-4o|gpt-4-turbo|claude-3|gemini-1|llama-3)/, worth: 1.5 },
  { of: /^text-davinci/, worth: 0.5 },
  { of: /^flan-t5/, worth: 0.2 },
];

/** College essays have no human text beside them, and edited texts are only half a machine's. */
function worth({ label, source, generator, domain, attack }: Sample): number {
  const part = domain === "college-essay" || attack === "polish" ? 0.3 : 1;
  if (label === "human") return part;
  if (source === "debate2026") return part * 3;
  return part * (generations.find(({ of }) => of.test(generator))?.worth ?? 1);
}

/** Mixed models of 2023 and before write unlike today's: their texts count less than the human ones beside them. */
const balance = ({ label, source }: Sample): number => (label === "ai" && source === "m4" ? 0.3 : 1);

/** What each sample counts: in a group as much human as machine (less of old machines), groups by the root of their size. */
export function massesOf({ samples, isMachine }: Dataset, isIn: (sample: Sample) => boolean): Float64Array {
  const groups = new Map<string, [number, number]>();
  for (const [at, sample] of samples.entries()) {
    if (!isIn(sample)) continue;
    const sums = groups.get(sample.domainGroup) ?? [0, 0];
    sums[isMachine[at] === 1 ? 1 : 0] += worth(sample);
    groups.set(sample.domainGroup, sums);
  }
  const mass = Float64Array.from(samples, (sample, at) => {
    const [human, machine] = groups.get(sample.domainGroup) ?? [0, 0];
    if (!isIn(sample)) return 0;
    const own = isMachine[at] === 1 ? machine : human;
    return (balance(sample) * worth(sample) * Math.sqrt(human + machine)) / own;
  });
  const rows = mass.reduce((n, one) => n + (one > 0 ? 1 : 0), 0);
  const scale = rows / mass.reduce((sum, one) => sum + one, 0);
  return mass.map((one) => one * scale);
}

/** By bucket: its column among those that are spread widely enough, or -1. */
function columnsOf({ samples, matrix }: Dataset, mass: Float64Array): Int32Array {
  const groups = [...new Set(samples.map(({ domainGroup }) => domainGroup))].sort();
  const wide = new Uint8Array(columnsOfAll);
  for (const group of groups) {
    const texts = new Uint8Array(columnsOfAll);
    for (const [row, sample] of samples.entries()) {
      if (sample.domainGroup !== group || !sample.isWhole || mass[row] === 0) continue;
      for (let k = matrix.start[row] as number; k < (matrix.start[row + 1] as number); k++) {
        const bucket = matrix.at[k] as number;
        if ((texts[bucket] as number) < spread.texts) texts[bucket] = (texts[bucket] as number) + 1;
      }
    }
    for (let bucket = 0; bucket < columnsOfAll; bucket++)
      if (texts[bucket] === spread.texts) wide[bucket] = (wide[bucket] as number) + 1;
  }
  let next = 0;
  return Int32Array.from(wide, (groupsOfIt) => (groupsOfIt >= spread.groups ? next++ : -1));
}

/** The rows that count, with the columns that are kept. */
function compact({ start, at, value }: Matrix, mass: Float64Array, columns: Int32Array): Matrix {
  const rows = mass.length;
  let size = 0;
  const starts = new Float64Array(rows + 1);
  for (let row = 0; row < rows; row++) {
    if ((mass[row] as number) > 0)
      for (let k = start[row] as number; k < (start[row + 1] as number); k++)
        if ((columns[at[k] as number] as number) >= 0) size++;
    starts[row + 1] = size;
  }
  const out = { start: starts, at: new Uint32Array(size), value: new Float32Array(size) };
  let end = 0;
  for (let row = 0; row < rows; row++) {
    if (mass[row] === 0) continue;
    for (let k = start[row] as number; k < (start[row + 1] as number); k++) {
      const column = columns[at[k] as number] as number;
      if (column < 0) continue;
      out.at[end] = column;
      out.value[end++] = value[k] as number;
    }
  }
  return out;
}

/** Learns from the samples that are in. */
export function learn(data: Dataset, isIn: (sample: Sample) => boolean): Base {
  const mass = massesOf(data, isIn);
  const columns = columnsOf(data, mass);
  const matrix = compact(data.matrix, mass, columns);
  const count = columns.reduce((most, one) => Math.max(most, one + 1), 0);
  const plan = { passes: 4, rate: 0.2, l2: 0 };
  const linear = trainLogistic({ matrix, isMachine: data.isMachine, mass }, count, plan);
  const bucketOf = new Uint32Array(count);
  for (const [bucket, column] of columns.entries()) if (column >= 0) bucketOf[column] = bucket;
  levelPeople(linear.weights, data, { matrix, mass, bucketOf });
  const weights = new Float32Array(columnsOfAll);
  for (let bucket = 0; bucket < columnsOfAll; bucket++) {
    const column = columns[bucket] as number;
    if (column >= 0) weights[bucket] = linear.weights[column] as number;
  }
  return { weights, bias: linear.bias, trees: growTrees(data, mass) };
}

/** What the two models say of a sample; as `signalsOf` of the product does, from what was counted before. */
export function signalsOfSample(data: Dataset, { weights, bias, trees }: Base, row: number): Signals {
  const { start, at, value } = data.matrix;
  const sums = families.map(() => bias / families.length);
  let known = 0;
  const [from, to] = [start[row] as number, start[row + 1] as number];
  for (let k = from; k < to; k++) {
    const weight = weights[at[k] as number] as number;
    if (weight === 0) continue;
    known++;
    const family = Math.floor((at[k] as number) / buckets);
    sums[family] = (sums[family] as number) + weight * (value[k] as number);
  }
  return {
    words: sums[0] as number,
    letters: sums[1] as number,
    style: treesLogit(trees, styleOf(data, row)),
    length: data.samples[row]?.words ?? 0,
    known: known / Math.max(1, to - from),
  };
}
