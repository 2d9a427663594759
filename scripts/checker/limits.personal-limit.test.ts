import { expect, test } from "vitest";
import type { Judged, Sample } from "./dataset.ts";
import { limitsOf, personalLimit, worstSource } from "./limits.ts";

/** Human texts of a source whose logits lie evenly from `from` to one above it. */
const texts = (source: string, from: number, personal = 1, n = 100): Judged[] =>
  Array.from({ length: n }, (_, at) => ({
    sample: {
      source,
      domain: "story",
      label: "human",
      writer: "",
      words: 300,
      scholarly: 0,
      personal,
      isWhole: true,
    } as Sample,
    logit: from + at / n,
  }));

test("the limit lies above all sources, further the more they differ, and is the same each time", () => {
  const alike = [texts("a", 0), texts("b", 0.1), texts("c", 0.2), texts("d", 0.1)].flat();
  const unlike = [texts("a", 0), texts("b", 1), texts("c", 2), texts("d", 1)].flat();
  expect(personalLimit(alike)).toBeGreaterThan(1.2);
  expect(personalLimit(unlike)).toBeGreaterThan(personalLimit(alike) + 2);
  expect(personalLimit(unlike)).toBe(personalLimit(unlike));
});

test("texts that are not personal, few texts and few sources do not set it: then it lies by one above the common limit", () => {
  const three = [texts("a", 0), texts("b", 0.1), texts("c", 0.2)].flat();
  expect(personalLimit([...three, ...texts("d", 9, 0), ...texts("e", 9, 1, 59)])).toBe(personalLimit(three));
  expect(personalLimit([...texts("a", 0), ...texts("b", 1)])).toBe(Number.NEGATIVE_INFINITY);
  const limits = limitsOf({ unseen: texts("a", 0), known: [], sources: [] });
  expect(limits.at(-1)?.personalAi).toBe((limits.at(-1)?.likelyAi ?? 0) + 1);
});

test("a group of personal texts with too many above their limit raises that one, not the limit of others", () => {
  const common = texts("a", 0, 0, 9000);
  const stories = texts("b", 4, 1, 80);
  const unseen = [...common, ...stories];
  const [with_, without] = [
    limitsOf({ unseen, known: [], sources: [] }),
    limitsOf({ unseen: common, known: [], sources: [] }),
  ];
  const raised = with_.at(-1);
  expect(stories.filter(({ logit }) => logit > (raised?.personalAi ?? 0)).length).toBeLessThanOrEqual(3);
  expect(without.at(-1)?.personalAi).toBeLessThan(raised?.personalAi ?? 0);
});

test("the worst source in resamples: its mean is above the share that was counted, its bound above its mean", () => {
  const of = (k: number, n: number): boolean[] => Array.from({ length: n }, (_, at) => at < k);
  const { mean, high } = worstSource([of(2, 100), of(2, 100), of(0, 100)]);
  expect(mean).toBeGreaterThan(0.02);
  expect(high).toBeGreaterThan(mean);
  expect(worstSource([of(0, 100)])).toEqual({ mean: 0, high: 0 });
});
