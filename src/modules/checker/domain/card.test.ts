import { describe, expect, test } from "vitest";
import { boundsOf, rateTexts, worstFirst, worstOf } from "./card.ts";
import type { ErrorRate } from "./model.ts";

const rate = (kind: string, k: number, n: number): ErrorRate => ({
  kind,
  words: 150,
  humans: { k, n },
  machines: { k: 0, n: 0 },
});

test("the worst stands first; what few texts stand for stands last, and is nobody's worst", () => {
  const rates = [rate("essay", 0, 100), rate("review", 2, 3), rate("all", 9, 100), rate("unseen", 5, 100)];
  expect(worstFirst(rates).map(({ kind }) => kind)).toEqual(["all", "unseen", "essay", "review"]);
  expect(worstOf(rates)?.kind).toBe("unseen");
});

test("an interval is wide for few texts, and never says that nothing can go wrong", () => {
  expect(boundsOf({ k: 0, n: 100 })).toMatchObject({ low: 0, high: expect.closeTo(0.037, 3) });
  expect(boundsOf({ k: 50, n: 100 })).toEqual({ low: expect.closeTo(0.404, 3), high: expect.closeTo(0.596, 3) });
  expect(boundsOf({ k: 100, n: 100 })).toMatchObject({ low: expect.closeTo(0.963, 3), high: expect.closeTo(1, 5) });
});

describe("one rate in every sentence", () => {
  const of = (kind: string, people: [number, number], machines: [number, number]): ErrorRate => ({
    ...rate(kind, ...people),
    machines: { k: machines[0], n: machines[1] },
  });
  const rates = [
    of("all", [2, 1_000], [700, 1_000]),
    of("essay", [1, 200], [90, 100]),
    of("mixed A", [1, 57], [136, 186]),
    of("fiction", [0, 28], [60, 64]),
    of("review", [1, 100], [1, 2]),
  ];

  test.each([
    [
      "",
      "where it is worst: Business, finance",
      "1 of 57 (1.8%)",
      "136 of 186 (73.1%)",
      31,
      "(1 of 57 and 136 of 186)",
    ],
    ["essay", "you chose: Essays of students", "1 of 200 (0.5%)", "90 of 100 (90.0%)", 10, "(1 of 200 and 90 of 100)"],
    ["review", "you chose: Reviews", "1 of 100 (1.0%)", "700 of 1,000 (70.0%)", 21, "(1 of 100 and 700 of 1,000)"],
    [
      "fiction",
      "where it is worst: Business, finance",
      "1 of 57 (1.8%)",
      "136 of 186 (73.1%)",
      31,
      "(1 of 57 and 136 of 186)",
    ],
  ])("kind %j", (kind, which, humans, machines, people, counted) => {
    const texts = rateTexts(rates, kind);
    const [own = "", meaning = ""] = texts.slice(-2);
    for (const part of [which, humans, machines]) expect(own).toContain(part);
    expect(meaning).toContain(`about ${people} of 100 texts`);
    expect(meaning).toContain(counted);
    const few = /\(Fiction\) only 28 human texts/;
    if (kind === "fiction") expect(texts[0]).toMatch(few);
    else expect(texts).toHaveLength(2);
  });

  test("without measured kinds nothing is claimed", () => {
    expect(rateTexts([], "")).toEqual([]);
    expect(rateTexts([of("all", [0, 10], [1, 10])], "")).toEqual([]);
  });
});
