import { expect, test } from "vitest";
import { treesLogit } from "#src/modules/checker/domain/model.ts";
import { mix } from "#src/modules/checker/domain/ngrams.ts";
import { styleNames } from "#src/modules/checker/domain/style.ts";
import { isFullRun } from "#tests/support/full-run.ts";
import { growTrees } from "./boost.ts";
import type { Dataset } from "./dataset.ts";

const width = styleNames.length;
/** Two numbers of style, each with two values by chance. A machine's text has one of them high, and not both. */
const looked = [3, 7] as const;
const isHigh = (row: number, at: number): boolean => mix(Math.imul(row + 1, 0x9e3779b1) ^ at) % 2 === 0;

function rowsOf(count: number): Dataset {
  const styles = new Float32Array(count * width);
  for (let row = 0; row < count; row++) for (const at of looked) styles[row * width + at] = isHigh(row, at) ? 2 : 0.5;
  const isMachine = Uint8Array.from({ length: count }, (_, row) =>
    isHigh(row, looked[0]) === isHigh(row, looked[1]) ? 0 : 1,
  );
  return { styles, isMachine, samples: Array.from({ length: count }) } as Partial<Dataset> as Dataset;
}

const textOf = (first: number, second: number): Float32Array => {
  const numbers = new Float32Array(width);
  numbers.set([first], looked[0]);
  numbers.set([second], looked[1]);
  return numbers;
};

test.runIf(isFullRun)("trees find what two numbers show only together, and grow alike every time", () => {
  const data = rowsOf(6000);
  const mass = new Float64Array(6000).fill(1);
  const trees = growTrees(data, mass);
  for (const [first, second] of [
    [2, 0.5],
    [0.5, 2],
  ] as const)
    expect(treesLogit(trees, textOf(first, second))).toBeGreaterThan(0.2);
  for (const both of [0.5, 2]) expect(treesLogit(trees, textOf(both, both))).toBeLessThan(-0.2);
  expect(growTrees(data, mass)).toEqual(trees);
});

test.runIf(isFullRun)("rows that count nothing are not learned from", () => {
  const data = rowsOf(6000);
  const counted = Float64Array.from({ length: 6000 }, (_, row) => (row < 4000 ? 1 : 0));
  const trees = growTrees(data, counted);
  expect(
    growTrees({ ...data, isMachine: data.isMachine.map((one, row) => (row < 4000 ? one : 1 - one)) }, counted),
  ).toEqual(trees);
});
