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

test("a question without parameters has a name, too", () => {
  for (const text of ["select 1", "\n with a as (select 1) select"])
    expect(Array.from({ length: 3 }, () => nameOf(text, 0))[2]).toMatch(/^[\w-]{22}$/);
});

test.each([
  ["begin and commit", "begin", 0],
  ["lists of changing length", "select long list", 500],
])("%s stay without a name", (_what, text, parameters) => {
  expect(Array.from({ length: 5 }, () => nameOf(text, parameters))).toEqual(Array(5).fill(undefined));
});
