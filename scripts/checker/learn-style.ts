import { styleNames } from "#src/modules/checker/domain/style.ts";
import { type StyleModel, standing } from "#src/modules/checker/domain/style-model.ts";
import { type Dataset, type Sample, styleOf } from "./dataset.ts";
import { fitLogistic } from "./newton.ts";

/** How strongly the weights are drawn to nothing. */
const shrink = 100;
/** Texts that a cell (source, kind, author) needs for its mean to count. */
const leastOfCell = 40;
/** Directions in which kinds of writing differ most, whoever wrote: the model is blind to them. */
const howManyKindDirections = 4;

const columns = styleNames.length;

function middleAndSpread(data: Dataset, rows: readonly number[]): { middle: Float32Array; spread: Float32Array } {
  const [sum, square] = [new Float64Array(columns), new Float64Array(columns)];
  for (const row of rows)
    for (const [at, value] of styleOf(data, row).entries()) {
      const logged = Math.log1p(Math.max(0, value));
      sum[at] = (sum[at] as number) + logged;
      square[at] = (square[at] as number) + logged * logged;
    }
  const middle = Float32Array.from(sum, (one) => one / rows.length);
  const spread = Float32Array.from(square, (one, at) =>
    Math.max(1e-6, Math.sqrt(Math.max(0, one / rows.length - (middle[at] as number) ** 2))),
  );
  return { middle, spread };
}

const meanOf = (rows: readonly Float64Array[]): Float64Array => {
  const mean = new Float64Array(columns);
  for (const row of rows) for (let at = 0; at < columns; at++) mean[at] = (mean[at] as number) + (row[at] as number);
  return mean.map((one) => one / rows.length);
};

const cellOf = ({ source, domain, label }: Sample): string => `${label}|${source}|${domain}`;

/** How the mean of each cell differs from the mean of the cells of its author (people, or machines). */
function kindDifferences(data: Dataset, rows: readonly number[], table: Float32Array): Float64Array[] {
  const cells = Map.groupBy(rows, (row) => cellOf(data.samples[row] as Sample));
  const names = [...cells.keys()].filter((name) => (cells.get(name)?.length ?? 0) >= leastOfCell).sort();
  const means = names.map((name) => {
    const its = (cells.get(name) ?? []).map((row) =>
      Float64Array.from(table.subarray(row * columns, (row + 1) * columns)),
    );
    return { label: name.split("|")[0], mean: meanOf(its) };
  });
  return ["human", "ai"].flatMap((label) => {
    const of = means.filter((one) => one.label === label).map(({ mean }) => mean);
    const middle = meanOf(of);
    return of.map((mean) => mean.map((one, at) => one - (middle[at] as number)));
  });
}

const dot = (one: Float64Array, other: Float64Array): number =>
  one.reduce((sum, a, at) => sum + a * (other[at] as number), 0);

/** The directions in which these differ most, by the power method. */
function mainDirections(differences: readonly Float64Array[], count: number): Float64Array[] {
  const found: Float64Array[] = [];
  while (found.length < count) {
    let direction = new Float64Array(columns).map((_, at) => 1 + (at % 7));
    for (let round = 0; round < 300; round++) {
      const next = new Float64Array(columns);
      for (const one of differences) {
        const along = dot(one, direction);
        for (let at = 0; at < columns; at++) next[at] = (next[at] as number) + along * (one[at] as number);
      }
      for (const other of found) {
        const along = dot(other, next);
        for (let at = 0; at < columns; at++) next[at] = (next[at] as number) - along * (other[at] as number);
      }
      const length = Math.sqrt(dot(next, next)) || 1;
      direction = next.map((one) => one / length);
    }
    found.push(direction);
  }
  return found;
}

/** Takes from each row what lies along these directions. */
function withoutDirections(table: Float32Array, rows: readonly number[], directions: readonly Float64Array[]): void {
  for (const row of rows) {
    const own = table.subarray(row * columns, (row + 1) * columns);
    for (const direction of directions) {
      const along = dot(Float64Array.from(own), direction);
      for (let at = 0; at < columns; at++) own[at] = (own[at] as number) - along * (direction[at] as number);
    }
  }
}

/**
 * Learns from the rows that count. What tells one kind of writing from another is taken out first: else a kind that was
 * not learned from, and is as formal as machines' texts are, is taken for theirs.
 */
export function learnStyle(data: Dataset, mass: Float64Array): StyleModel {
  const rows = [...mass.keys()].filter((row) => (mass[row] as number) > 0);
  const { middle, spread } = middleAndSpread(data, rows);
  const table = new Float32Array(mass.length * columns);
  for (const row of rows)
    for (const [at, value] of styleOf(data, row).entries())
      table[row * columns + at] = standing(value, middle[at] as number, spread[at] as number);
  withoutDirections(table, rows, mainDirections(kindDifferences(data, rows, table), howManyKindDirections));
  const numbers = new Float32Array(mass.length * (columns + 1));
  for (const row of rows) {
    numbers[row * (columns + 1)] = 1;
    numbers.set(table.subarray(row * columns, (row + 1) * columns), row * (columns + 1) + 1);
  }
  const cases = { numbers, columns: columns + 1, isMachine: data.isMachine, mass };
  const [bias = 0, ...weights] = fitLogistic(cases, shrink);
  return { middle, spread, weights: Float32Array.from(weights), bias };
}
