import { mix } from "#src/modules/checker/domain/hash.ts";
import type { Trees } from "#src/modules/checker/domain/trees.ts";
import { chance } from "./corpus.ts";

/** Numbers of all rows, row after row, and what each row is and counts (0: left out). */
export type Table = { numbers: Float32Array; columns: number; isMachine: Uint8Array; mass: Float64Array };

export type TreePlan = { count: number; depth: number; rate: number; least: number; l2: number };

const bins = 64;

/** Limits between bins: quantiles of the rows that count. */
function limitsOf({ numbers, columns, mass }: Table, column: number): Float32Array {
  const values: number[] = [];
  for (let row = 0; row < mass.length; row++)
    if ((mass[row] as number) > 0) values.push(numbers[row * columns + column] as number);
  const sorted = Float32Array.from(values).sort();
  const cuts = new Set<number>();
  for (let bin = 1; bin < bins; bin++) cuts.add(sorted[Math.floor((bin * sorted.length) / bins)] as number);
  return Float32Array.from(cuts).sort();
}

function binOf(limits: Float32Array, value: number): number {
  let [low, high] = [0, limits.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value > (limits[middle] as number)) low = middle + 1;
    else high = middle;
  }
  return low;
}

type Binned = { limits: Float32Array[]; bin: Uint8Array[] };

function binned(table: Table): Binned {
  const limits = Array.from({ length: table.columns }, (_, column) => limitsOf(table, column));
  const bin = limits.map((cuts, column) => {
    const out = new Uint8Array(table.mass.length);
    for (let row = 0; row < out.length; row++)
      out[row] = binOf(cuts, table.numbers[row * table.columns + column] as number);
    return out;
  });
  return { limits, bin };
}

type Sums = { slope: Float64Array; curve: Float64Array };
type Split = { column: number; bin: number; gain: number };

/** The best question for each node of one level. */
function bestSplits(
  data: Binned,
  rows: Uint32Array,
  node: Uint8Array,
  nodes: number,
  sums: Sums,
  use: Uint8Array,
  plan: TreePlan,
): Split[] {
  const best = Array.from({ length: nodes }, (): Split => ({ column: 0, bin: bins, gain: 0 }));
  const slope = new Float64Array(nodes * bins);
  const curve = new Float64Array(nodes * bins);
  for (let column = 0; column < data.bin.length; column++) {
    if (use[column] === 0) continue;
    slope.fill(0);
    curve.fill(0);
    const bin = data.bin[column] as Uint8Array;
    for (const row of rows) {
      const at = (node[row] as number) * bins + (bin[row] as number);
      slope[at] = (slope[at] as number) + (sums.slope[row] as number);
      curve[at] = (curve[at] as number) + (sums.curve[row] as number);
    }
    for (let one = 0; one < nodes; one++) tryColumn(best[one] as Split, column, slope, curve, one * bins, plan);
  }
  return best;
}

function tryColumn(
  best: Split,
  column: number,
  slope: Float64Array,
  curve: Float64Array,
  from: number,
  plan: TreePlan,
): void {
  let [allSlope, allCurve] = [0, 0];
  for (let bin = 0; bin < bins; bin++) {
    allSlope += slope[from + bin] as number;
    allCurve += curve[from + bin] as number;
  }
  const whole = allSlope ** 2 / (allCurve + plan.l2);
  let [left, leftCurve] = [0, 0];
  for (let bin = 0; bin + 1 < bins; bin++) {
    left += slope[from + bin] as number;
    leftCurve += curve[from + bin] as number;
    const rightCurve = allCurve - leftCurve;
    if (leftCurve < plan.least || rightCurve < plan.least) continue;
    const gain = left ** 2 / (leftCurve + plan.l2) + (allSlope - left) ** 2 / (rightCurve + plan.l2) - whole;
    if (gain > best.gain + 1e-9) Object.assign(best, { column, bin, gain });
  }
}

/** Gradient-boosted trees on the rows that count; each tree sees a quarter of the columns and a third of the rows. */
export function growTrees(table: Table, plan: TreePlan): Trees {
  const data = binned(table);
  const inner = (1 << plan.depth) - 1;
  const trees: Trees = {
    depth: plan.depth,
    count: plan.count,
    feature: new Uint16Array(plan.count * inner),
    limit: new Float32Array(plan.count * inner).fill(Number.POSITIVE_INFINITY),
    leaf: new Float32Array(plan.count * (inner + 1)),
  };
  const rows = Uint32Array.from([...table.mass.keys()].filter((row) => (table.mass[row] as number) > 0));
  const logits = new Float64Array(table.mass.length);
  const sums = { slope: new Float64Array(logits.length), curve: new Float64Array(logits.length) };
  for (let tree = 0; tree < plan.count; tree++) {
    for (const row of rows) {
      const guess = 1 / (1 + Math.exp(-(logits[row] as number)));
      sums.slope[row] = (guess - (table.isMachine[row] as number)) * (table.mass[row] as number);
      sums.curve[row] = guess * (1 - guess) * (table.mass[row] as number);
    }
    growOne(trees, tree, data, rows, sums, logits, plan);
  }
  return trees;
}

function growOne(
  trees: Trees,
  tree: number,
  data: Binned,
  rows: Uint32Array,
  sums: Sums,
  logits: Float64Array,
  plan: TreePlan,
): void {
  const inner = (1 << plan.depth) - 1;
  const node = new Uint8Array(logits.length);
  const use = Uint8Array.from(data.bin, (_, column) => (chance(`${tree} ${column}`, 5) % 4 === 0 ? 1 : 0));
  const seen = rows.filter((row) => mix(Math.imul(tree + 1, 0x9e3779b1) ^ row) % 3 === 0);
  for (let level = 0; level < plan.depth; level++) {
    const first = (1 << level) - 1;
    const splits = bestSplits(data, seen, node, 1 << level, sums, use, plan);
    for (const [one, { column, bin }] of splits.entries()) {
      const at = tree * inner + first + one;
      trees.feature[at] = column;
      trees.limit[at] =
        bin < bins ? (data.limits[column]?.[bin] ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
    }
    for (const row of rows) {
      const { column, bin } = splits[node[row] as number] as Split;
      node[row] = 2 * (node[row] as number) + ((data.bin[column]?.[row] as number) > bin ? 1 : 0);
    }
  }
  const slope = new Float64Array(inner + 1);
  const curve = new Float64Array(inner + 1);
  for (const row of rows) {
    const leaf = node[row] as number;
    slope[leaf] = (slope[leaf] as number) + (sums.slope[row] as number);
    curve[leaf] = (curve[leaf] as number) + (sums.curve[row] as number);
  }
  const values = slope.map((sum, leaf) => (-plan.rate * sum) / ((curve[leaf] as number) + plan.l2));
  trees.leaf.set(values, tree * (inner + 1));
  for (const row of rows) logits[row] = (logits[row] as number) + (values[node[row] as number] as number);
}
