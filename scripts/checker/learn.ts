import { type Trees, treesLogit } from "#src/modules/checker/domain/model.ts";
import { buckets, families } from "#src/modules/checker/domain/ngrams.ts";
import type { Signals } from "#src/modules/checker/domain/score.ts";
import { growTrees } from "./boost.ts";
import { type Dataset, type Sample, styleOf } from "./dataset.ts";
import { levelPeople } from "./level.ts";
import { type Matrix, trainLogistic } from "./logistic.ts";

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
