/** Solves a small system of equations by elimination with pivots. */
function solve(matrix: number[][], right: number[]): number[] {
  const n = right.length;
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0]);
  for (let column = 0; column < n; column++) {
    let pivot = column;
    for (let at = column + 1; at < n; at++)
      if (Math.abs(rows[at]?.[column] ?? 0) > Math.abs(rows[pivot]?.[column] ?? 0)) pivot = at;
    const [one, other] = [rows[column] ?? [], rows[pivot] ?? []];
    rows[column] = other;
    rows[pivot] = one;
    for (const [at, row] of rows.entries()) {
      if (at === column) continue;
      const factor = (row[column] ?? 0) / (other[column] ?? 1);
      for (let k = column; k <= n; k++) row[k] = (row[k] ?? 0) - factor * (other[k] ?? 0);
    }
  }
  return rows.map((row, at) => (row[n] ?? 0) / (row[at] ?? 1));
}

type Case = { numbers: readonly number[]; isMachine: boolean; mass: number };

/** Logistic regression on few numbers by Newton's method; the first number is 1 and is not shrunk. */
export function fitStack(cases: readonly Case[], shrink: number): number[] {
  const n = cases[0]?.numbers.length ?? 0;
  let weights = Array<number>(n).fill(0);
  for (let round = 0; round < 25; round++) {
    const slope = weights.map((weight, at) => (at === 0 ? 0 : shrink * weight));
    const curve = weights.map((_, row) =>
      weights.map((__, column) => (row === column ? (row === 0 ? 1e-9 : shrink) : 0)),
    );
    for (const { numbers, isMachine, mass } of cases) {
      const logit = numbers.reduce((sum, number, at) => sum + number * (weights[at] ?? 0), 0);
      const guess = 1 / (1 + Math.exp(-logit));
      const error = mass * (guess - (isMachine ? 1 : 0));
      const bend = Math.max(1e-6, mass * guess * (1 - guess));
      for (let row = 0; row < n; row++) {
        const number = numbers[row] ?? 0;
        slope[row] = (slope[row] ?? 0) + error * number;
        const of = curve[row] ?? [];
        for (let column = 0; column < n; column++)
          of[column] = (of[column] ?? 0) + bend * number * (numbers[column] ?? 0);
      }
    }
    const step = solve(curve, slope);
    weights = weights.map((weight, at) => weight - (step[at] ?? 0));
  }
  return weights;
}
