import { expect, test } from "vitest";
import { counted, countLabel, countUpTo } from "./counted.ts";

test.each([
  [0, "0 files"],
  [1, "1 file"],
  [2, "2 files"],
  [1200, "1,200 files"],
])("%i is written as %s", (count, text) => expect(counted(count, "file")).toBe(text));

test("a plural of more than one letter is given", () => {
  const lines = (count: number) => counted(count, "line of code", "lines of code");
  expect([1, 3].map(lines)).toEqual(["1 line of code", "3 lines of code"]);
});

test("a count that is not followed says so", () => {
  expect([countUpTo(99), countUpTo(100)]).toEqual(["99", "99+"]);
  expect([countLabel(99, 99), countLabel(100, 99)]).toEqual(["99", "more than 99"]);
});
