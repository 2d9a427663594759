import { expect, test } from "vitest";
import { initials } from "./avatar.tsx";
import { fitName } from "./wordmark.tsx";

test.each([
  ["Paperwright", "Paperwright", false],
  ["Sixteen letters.", "Sixteen letters.", false],
  ["Seventeen letters", "Seventeen letters", true],
  ["Exactly twenty-four char", "Exactly twenty-four char", true],
  ["The Academic Writing House of Edinburgh", "The Academic Writing Ho…", true],
])("the name %j is set as %j", (name, text, long) => {
  expect(fitName(name)).toEqual({ text, long });
  expect([...fitName(name).text].length).toBeLessThanOrEqual(24);
});

test.each([
  ["Linh Tran", "LT"],
  ["Wanjiru wa Kamau", "WK"],
  ["émile", "É"],
  ["  ", "?"],
])("the letters of %j are %j", (name, letters) => {
  expect(initials(name)).toBe(letters);
});
