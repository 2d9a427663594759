import { expect, test } from "vitest";
import { boundsOf, worstFirst, worstOf } from "./card.ts";
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
