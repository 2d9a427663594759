import { expect, test } from "vitest";
import { buckets } from "#src/modules/checker/domain/ngrams.ts";
import type { Dataset, Sample } from "./dataset.ts";
import { levelPeople } from "./learn.ts";

/** Of 100 human texts each: stories hold column 0, papers 1; machines' texts, as grand as papers, hold 1 and 2. */
const cells = [
  { label: "human", domain: "story", holds: [0] },
  { label: "human", domain: "paper", holds: [1] },
  { label: "ai", domain: "paper", holds: [1, 2] },
] as const;

test("people of different kinds score about the same afterwards, and what only machines write still counts", () => {
  const rows = cells.flatMap((cell) => Array.from({ length: 100 }, () => cell));
  const at = Uint32Array.from(rows.flatMap(({ holds }) => holds));
  const start = Float64Array.from([0, ...rows].keys(), (row) =>
    rows.slice(0, row).reduce((sum, { holds }) => sum + holds.length, 0),
  );
  const matrix = { start, at, value: new Float32Array(at.length).fill(1) };
  const samples = rows.map(({ label, domain }) => ({ label, domain, source: "set" }) as Sample);
  const weights = Float32Array.of(-1, 2, 3);
  levelPeople(weights, { samples } as Dataset, {
    matrix,
    mass: new Float64Array(rows.length).fill(1),
    bucketOf: Uint32Array.of(5, 6, buckets - 1),
  });
  const [story = 0, paper = 0, machine] = weights;
  expect(Math.abs(paper - story)).toBeLessThan(0.1);
  expect(story + paper).toBeCloseTo(1, 5);
  expect(machine).toBe(3);
});
