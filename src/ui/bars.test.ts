import { expect, test } from "vitest";
import { barHeight, gridStep } from "./bars.tsx";

test.each([
  [0, 100],
  [400, 100],
  [401, 200],
  [184_200, 50_000],
  [200_000, 50_000],
  [200_001, 100_000],
])("the highest bar of %i cents asks for lines %i cents apart", (most, step) => {
  expect(gridStep(most)).toBe(step);
  expect(step * 4).toBeGreaterThanOrEqual(most);
});

test("a bar is as high as its part of the top; little money is seen, none is not", () => {
  expect([barHeight(0, 400, 200), barHeight(1, 40_000, 200), barHeight(200, 400, 200)]).toEqual([0, 1.5, 100]);
});
