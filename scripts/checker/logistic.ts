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
