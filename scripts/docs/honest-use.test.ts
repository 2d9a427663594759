import { describe, expect, test } from "vitest";
import { languages } from "../../src/shared/honest-use/words.ts";
import { contactFigures, countsOf, guardSets, requestsOf } from "./honest-use.ts";

const sizes = { honest: 24, dishonest: 24, "honest-apart": 6, "dishonest-apart": 6 } as const;

test.each(guardSets)("the set %s has its sentences in each language, none twice", (set) => {
  const requests = requestsOf(set);
  expect(languages.map((language) => requests.get(language)?.length)).toEqual(languages.map(() => sizes[set]));
  expect(new Set([...requests.values()].flat()).size).toBe(sizes[set] * languages.length);
});

describe.each(["", "-apart"] as const)("the sets%s", (which) => {
  const honest = requestsOf(`honest${which}`);
  const dishonest = requestsOf(`dishonest${which}`);

  test("of the honest at most 2 % are refused and 8 % read, of the others 60 % refused and 90 % not taken", () => {
    const good = countsOf([...honest.values()].flat());
    const bad = countsOf([...dishonest.values()].flat());
    expect(good.refused / good.all).toBeLessThanOrEqual(0.02);
    expect(good.screened / good.all).toBeLessThanOrEqual(0.08);
    expect(bad.refused / bad.all).toBeGreaterThanOrEqual(0.6);
    expect((bad.refused + bad.screened) / bad.all).toBeGreaterThanOrEqual(0.9);
  });

  test.each(languages)("no honest sentence too many is refused in %s", (language) => {
    const { all, refused } = countsOf(honest.get(language) ?? []);
    expect(refused / all).toBeLessThanOrEqual(0.05);
  });
});

test("contact details: nothing is hidden in 100 harmless texts, of 100 disguised ones 90 are not read, 75 for certain", () => {
  const { harmless, disguises } = contactFigures();
  expect(harmless).toMatchObject({ name: "harmless", all: 100, hidden: 0 });
  expect(harmless.put).toBeLessThanOrEqual(5);
  expect(disguises.map(({ all }) => all)).toEqual(Array<number>(10).fill(10));
  expect(disguises.reduce((sum, { hidden }) => sum + hidden, 0)).toBeGreaterThanOrEqual(75);
  expect(disguises.reduce((sum, { hidden, put }) => sum + hidden + put, 0)).toBeGreaterThanOrEqual(90);
});
