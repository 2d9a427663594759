import { mix } from "#src/modules/checker/domain/ngrams.ts";

/** Rows of few numbers: those of row i lie from `start[i]` to before `start[i + 1]`. */
export type Matrix = { start: Float64Array; at: Uint32Array; value: Float32Array };

/** `mass[i]` is how much a row counts; a row that counts nothing is left out. */
export type Examples = { matrix: Matrix; isMachine: Uint8Array; mass: Float64Array };

export type Plan = { passes: number; rate: number; l2: number };

export type Linear = { weights: Float32Array; bias: number };

/** The logit of row i. */
function logitOf({ weights, bias }: Linear, { start, at, value }: Matrix, i: number): number {
  let sum = bias;
  const end = start[i + 1] ?? 0;
  for (let k = start[i] ?? 0; k < end; k++) sum += (weights[at[k] as number] as number) * (value[k] as number);
  return sum;
}

/** Rows that count, in an order of chance that is the same every time. */
function order(mass: Float64Array, pass: number): Uint32Array {
  const rows = Uint32Array.from([...mass.keys()].filter((i) => (mass[i] ?? 0) > 0));
  for (let i = rows.length - 1; i > 0; i--) {
    const other = mix(Math.imul(pass + 1, 0x9e3779b1) ^ i) % (i + 1);
    const one = rows[i] as number;
    rows[i] = rows[other] as number;
    rows[other] = one;
  }
  return rows;
}

/** Logistic regression by AdaGrad, one row at a time: fixed order, one thread, the same weights every time. */
export function trainLogistic({ matrix, isMachine, mass }: Examples, columns: number, plan: Plan): Linear {
  const weights = new Float32Array(columns);
  const squares = new Float32Array(columns).fill(1e-4);
  const { start, at, value } = matrix;
  let bias = 0;
  let biasSquares = 1e-4;
  for (let pass = 0; pass < plan.passes; pass++) {
    for (const i of order(mass, pass)) {
      const guess = 1 / (1 + Math.exp(-logitOf({ weights, bias }, matrix, i)));
      const error = (guess - (isMachine[i] as number)) * (mass[i] as number);
      biasSquares += error * error;
      bias -= (plan.rate * error) / Math.sqrt(biasSquares);
      const end = start[i + 1] as number;
      for (let k = start[i] as number; k < end; k++) {
        const column = at[k] as number;
        const slope = error * (value[k] as number) + plan.l2 * (weights[column] as number);
        const square = (squares[column] as number) + slope * slope;
        squares[column] = square;
        weights[column] = (weights[column] as number) - (plan.rate * slope) / Math.sqrt(square);
      }
    }
  }
  return { weights, bias };
}

/** Solves a system of equations by elimination with pivots; the arguments are used up. */
export function solve(rows: Float64Array[], right: Float64Array): Float64Array {
  const n = right.length;
  for (let column = 0; column < n; column++) {
    let pivot = column;
    for (let at = column + 1; at < n; at++)
      if (Math.abs(rows[at]?.[column] ?? 0) > Math.abs(rows[pivot]?.[column] ?? 0)) pivot = at;
    const one = rows[pivot] as Float64Array;
    rows[pivot] = rows[column] as Float64Array;
    rows[column] = one;
    const held = right[pivot] ?? 0;
    right[pivot] = right[column] ?? 0;
    right[column] = held;
    for (let at = column + 1; at < n; at++) {
      const row = rows[at] as Float64Array;
      const factor = (row[column] ?? 0) / (one[column] ?? 1);
      if (factor === 0) continue;
      for (let k = column; k < n; k++) row[k] = (row[k] as number) - factor * (one[k] as number);
      right[at] = (right[at] ?? 0) - factor * held;
    }
  }
  for (let at = n - 1; at >= 0; at--) {
    const row = rows[at] as Float64Array;
    let rest = right[at] ?? 0;
    for (let k = at + 1; k < n; k++) rest -= (row[k] as number) * (right[k] as number);
    right[at] = rest / (row[at] ?? 1);
  }
  return right;
}

/** Cases of few numbers, row after row; the first number of each is 1. A case of no mass is left out. */
type Cases = { numbers: Float32Array; columns: number; isMachine: Uint8Array; mass: Float64Array };

type Step = { slope: Float64Array; curve: Float64Array[] };

function addCase({ slope, curve }: Step, numbers: Float32Array, error: number, bend: number): void {
  for (let row = 0; row < numbers.length; row++) {
    const number = numbers[row] as number;
    if (number === 0) continue;
    slope[row] = (slope[row] as number) + error * number;
    const of = curve[row] as Float64Array;
    const bent = bend * number;
    for (let column = 0; column <= row; column++)
      of[column] = (of[column] as number) + bent * (numbers[column] as number);
  }
}

function stepOf({ numbers, columns, isMachine, mass }: Cases, weights: Float64Array, shrink: number): Step {
  const slope = weights.map((weight, at) => (at === 0 ? 0 : shrink * weight));
  const curve = Array.from({ length: columns }, (_, row) => {
    const of = new Float64Array(columns);
    of[row] = row === 0 ? 1e-9 : shrink;
    return of;
  });
  for (let at = 0; at < mass.length; at++) {
    const weight = mass[at] as number;
    if (weight === 0) continue;
    const own = numbers.subarray(at * columns, (at + 1) * columns);
    let logit = 0;
    for (let k = 0; k < columns; k++) logit += (own[k] as number) * (weights[k] as number);
    const guess = 1 / (1 + Math.exp(-logit));
    addCase(
      { slope, curve },
      own,
      weight * (guess - (isMachine[at] as number)),
      Math.max(1e-6, weight * guess * (1 - guess)),
    );
  }
  for (let row = 0; row < columns; row++)
    for (let column = row + 1; column < columns; column++)
      (curve[row] as Float64Array)[column] = curve[column]?.[row] ?? 0;
  return { slope, curve };
}

/** Logistic regression on few numbers by Newton's method; the weight of the first number is not shrunk. */
export function fitLogistic(cases: Cases, shrink: number): Float64Array {
  const weights = new Float64Array(cases.columns);
  for (let round = 0; round < 25; round++) {
    const { slope, curve } = stepOf(cases, weights, shrink);
    const step = solve(curve, slope);
    for (let at = 0; at < weights.length; at++) weights[at] = (weights[at] as number) - (step[at] as number);
    if (step.every((one) => Math.abs(one) < 1e-7)) break;
  }
  return weights;
}
