import { expect, test } from "vitest";
import { answerOf, answers, questions, type Trees, treesLogit } from "./model.ts";

/** One tree whose first question looks at number 0, the next below it at number 1, all others at number 2. */
const one: Trees = {
  number: Int16Array.from({ length: questions }, (_, at) => Math.min(2, at)),
  cut: new Float32Array(questions).fill(5),
  worth: Float32Array.from({ length: answers }, (_, at) => at + 0.5),
};

test.each([
  ["all lower", [0, 0, 0], 0],
  ["the first number high", [9, 0, 0], 8],
  ["a number as high as the cut", [5, 0, 0], 8],
  ["the second number high, where it is asked", [0, 9, 0], 4],
  ["the second number high, where it is not asked", [9, 9, 0], 8],
  ["all high", [9, 9, 9], 15],
])("%s", (_, numbers, answer) => {
  expect(answerOf(one, 0, Float32Array.from(numbers))).toBe(answer);
  expect(treesLogit(one, Float32Array.from(numbers))).toBe(answer + 0.5);
});

test("answers of several trees are added up; none say nothing", () => {
  const twice = {
    number: Int16Array.of(...one.number, ...one.number),
    cut: Float32Array.of(...one.cut, ...one.cut),
    worth: Float32Array.of(...one.worth, ...one.worth.map((worth) => -2 * worth)),
  };
  expect(treesLogit(twice, Float32Array.of(9, 0, 0))).toBe(-8.5);
  const none = { number: new Int16Array(0), cut: new Float32Array(0), worth: new Float32Array(0) };
  expect(treesLogit(none, Float32Array.of(9, 0, 0))).toBe(0);
});
