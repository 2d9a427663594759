import { expect, test } from "vitest";
import { openNames } from "./connection.ts";

const nameOf = openNames();

test("the third time a text comes it has a name, which it keeps; other texts have others", () => {
  const [a, b] = ["select $1 as a", "select $1 as b"];
  expect([nameOf(a, 1), nameOf(a, 1)]).toEqual([undefined, undefined]);
  const name = nameOf(a, 1);
  expect(name).toMatch(/^[\w-]{22}$/);
  expect(nameOf(a, 1)).toBe(name);
  for (let i = 0; i < 3; i += 1) nameOf(b, 1);
  expect(nameOf(b, 1)).toMatch(/^[\w-]{22}$/);
  expect(nameOf(b, 1)).not.toBe(name);
});

test.each([
  ["begin and commit", "begin", 0],
  ["lists of changing length", "select long list", 500],
])("%s stay without a name", (_what, text, parameters) => {
  expect(Array.from({ length: 5 }, () => nameOf(text, parameters))).toEqual(Array(5).fill(undefined));
});
