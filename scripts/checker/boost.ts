import { answers, depth, questions, type Trees } from "#src/modules/checker/domain/model.ts";
import { mix } from "#src/modules/checker/domain/ngrams.ts";
import { styleNames } from "#src/modules/checker/domain/style.ts";
import type { Dataset } from "./dataset.ts";

/**
 * How trees are grown: how many (fewer of few rows), how much each counts, which parts of the rows and of the numbers each
 * looks at, and how much must lie on each side of a question. Answers of few rows are drawn to nothing by `shrink`.
 */
const plan = { trees: 600, rowsOfTree: 40, rate: 0.13, rows: 0.4, columns: 0.1, leastMass: 20, shrink: 20 };
/** Steps that a number is cut into, of about as many rows each. */
const mostSteps = 64;

/** One number of style of all rows: on which step each row is; a row on a step after `k` has at least `edges[k]`. */
type Column = { steps: Uint8Array; edges: Float32Array };

/** A tree while it grows: by question its column and the last step of the lower side. No column: all are lower. */
type Tree = { column: Int16Array; step: Uint8Array };

/** Rows that a tree looks at: which, below which question each lies, and how its loss bends there. */
type Picked = { rows: Int32Array; at: Uint8Array; slope: Float64Array; bend: Float64Array };

type Split = { gain: number; column: number; step: number };

function columnOf(values: Float32Array): Column {
  const sorted = values.toSorted();
  const least = sorted[0] ?? 0;
  const edges: number[] = [];
  for (let step = 1; step < mostSteps; step++) {
    const edge = sorted[Math.floor((step * sorted.length) / mostSteps)] ?? least;
    if (edge > (edges.at(-1) ?? least)) edges.push(edge);
  }
  const next = sorted.find((value) => value > least);
  if (edges.length === 0 && next !== undefined) edges.push(next);
  const steps = Uint8Array.from(values, (value) => {
    let [low, high] = [0, edges.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (value >= (edges[middle] as number)) low = middle + 1;
      else high = middle;
    }
    return low;
  });
  return { steps, edges: Float32Array.from(edges) };
}

/** Whether chance takes this one, of which `share` are taken. */
const isTaken = (tree: number, one: number, share: number): boolean =>
  mix(Math.imul(tree + 1, 0x9e3779b1) ^ Math.imul(one + 1, 0x85ebca6b)) < share * 0x1_0000_0000;

/** Sums by step: of the slope, and next to it of the bend. */
type Sums = Float64Array;

/** Sums of the rows below each question of a level, by the step that they are on. */
function addUp({ steps }: Column, { rows, at, slope, bend }: Picked, first: number, sums: Sums): void {
  sums.fill(0);
  for (let k = 0; k < rows.length; k++) {
    const place = 2 * (mostSteps * ((at[k] as number) - first) + (steps[rows[k] as number] as number));
    sums[place] = (sums[place] as number) + (slope[k] as number);
    sums[place + 1] = (sums[place + 1] as number) + (bend[k] as number);
  }
}

const worthOf = (slope: number, bend: number): number => (slope * slope) / (bend + plan.shrink);

/** Whether one of a column's steps parts the rows below a question better than what was found before. */
function improve(best: Split, column: number, sums: Sums, from: number): void {
  let [allSlope, allBend] = [0, 0];
  for (let at = from; at < from + 2 * mostSteps; at += 2) {
    allSlope += sums[at] as number;
    allBend += sums[at + 1] as number;
  }
  const whole = worthOf(allSlope, allBend);
  let [lowSlope, lowBend] = [0, 0];
  for (let step = 0; step < mostSteps - 1; step++) {
    lowSlope += sums[from + 2 * step] as number;
    lowBend += sums[from + 2 * step + 1] as number;
    if (lowBend < plan.leastMass) continue;
    if (allBend - lowBend < plan.leastMass) break;
    const gain = worthOf(lowSlope, lowBend) + worthOf(allSlope - lowSlope, allBend - lowBend) - whole;
    if (gain > best.gain + 1e-9) Object.assign(best, { gain, column, step });
  }
}

/** The questions of one level, and below which of the next each row then lies. */
function growLevel(
  tree: Tree,
  columns: readonly Column[],
  used: readonly number[],
  picked: Picked,
  level: number,
): void {
  const count = 2 ** level;
  const first = count - 1;
  const sums = new Float64Array(2 * count * mostSteps);
  const best = Array.from({ length: count }, (): Split => ({ gain: 0, column: -1, step: 0 }));
  for (const column of used) {
    addUp(columns[column] as Column, picked, first, sums);
    for (const [at, one] of best.entries()) improve(one, column, sums, 2 * at * mostSteps);
  }
  for (const [at, { column, step }] of best.entries()) {
    tree.column[first + at] = column;
    tree.step[first + at] = step;
  }
  for (let k = 0; k < picked.rows.length; k++)
    picked.at[k] = nextOf(tree, columns, picked.at[k] as number, picked.rows[k] as number);
}

/** The place below a question where a row continues. */
function nextOf({ column, step }: Tree, columns: readonly Column[], at: number, row: number): number {
  const own = columns[column[at] as number];
  return 2 * at + (own && (own.steps[row] as number) > (step[at] as number) ? 2 : 1);
}

/** What each answer of a grown tree is worth. */
function worthsOf({ at, slope, bend }: Picked): Float32Array {
  const sums = { slope: new Float64Array(answers), bend: new Float64Array(answers) };
  for (let k = 0; k < at.length; k++) {
    const answer = (at[k] as number) - questions;
    sums.slope[answer] = (sums.slope[answer] as number) + (slope[k] as number);
    sums.bend[answer] = (sums.bend[answer] as number) + (bend[k] as number);
  }
  return Float32Array.from(sums.slope, (one, at) => (-plan.rate * one) / ((sums.bend[at] as number) + plan.shrink));
}

type Lesson = { columns: Column[]; isMachine: Float64Array; mass: Float64Array; logits: Float64Array };

/** The rows that a tree looks at, and by how much the trees before it miss. */
function pick({ isMachine, mass, logits }: Lesson, number: number): Picked {
  const rows = new Int32Array(mass.length).map((_, row) => row).filter((row) => isTaken(number, row, plan.rows));
  const guesses = Float64Array.from(rows, (row) => 1 / (1 + Math.exp(-(logits[row] as number))));
  const own = (at: number): number => mass[rows[at] as number] as number;
  return {
    rows,
    at: new Uint8Array(rows.length),
    slope: guesses.map((guess, at) => own(at) * (guess - (isMachine[rows[at] as number] as number))),
    bend: guesses.map((guess, at) => Math.max(1e-9, own(at) * guess * (1 - guess))),
  };
}

/** One more tree, which mends a little of what those before it miss: its questions as they are asked of a text. */
function growTree(lesson: Lesson, number: number): Trees {
  const { columns, logits } = lesson;
  const used = [...columns.keys()].filter((column) => isTaken(number, column + 0x100000, plan.columns));
  const tree = { column: new Int16Array(questions), step: new Uint8Array(questions) };
  const picked = pick(lesson, number);
  for (let level = 0; level < depth; level++) growLevel(tree, columns, used, picked, level);
  const worth = worthsOf(picked);
  for (let row = 0; row < logits.length; row++) {
    let at = 0;
    while (at < questions) at = nextOf(tree, columns, at, row);
    logits[row] = (logits[row] as number) + (worth[at - questions] as number);
  }
  const cut = Float32Array.from(
    tree.column,
    (column, at) => columns[column]?.edges[tree.step[at] as number] ?? Infinity,
  );
  return { number: tree.column.map((column) => Math.max(0, column)), cut, worth };
}

/** Grows trees on the numbers of style of the rows that count, each of which mends a little of what those before it miss. */
export function growTrees({ styles, isMachine }: Dataset, mass: Float64Array): Trees {
  const rows = [...mass.keys()].filter((row) => (mass[row] as number) > 0);
  const lesson = {
    columns: styleNames.map((_, at) =>
      columnOf(Float32Array.from(rows, (row) => styles[row * styleNames.length + at] as number)),
    ),
    isMachine: Float64Array.from(rows, (row) => isMachine[row] as number),
    mass: Float64Array.from(rows, (row) => mass[row] as number),
    logits: new Float64Array(rows.length),
  };
  const count = Math.min(plan.trees, Math.ceil(rows.length / plan.rowsOfTree));
  const trees = {
    number: new Int16Array(count * questions),
    cut: new Float32Array(count * questions),
    worth: new Float32Array(count * answers),
  };
  for (let at = 0; at < count; at++) {
    const { number, cut, worth } = growTree(lesson, at);
    trees.number.set(number, at * questions);
    trees.cut.set(cut, at * questions);
    trees.worth.set(worth, at * answers);
  }
  return trees;
}
