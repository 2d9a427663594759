import { expect, test } from "vitest";
import { limitsFor } from "#src/modules/checker/domain/verdict.ts";
import type { Judged, Sample } from "./dataset.ts";
import { limitsOf } from "./limits.ts";

type Group = { domain: string; label: Sample["label"]; scholarly: number; from: number; n: number };

/** Texts of 300 words whose logits lie evenly from `from` to one above it. */
const textsOf = ({ from, n, ...about }: Group): Judged[] =>
  Array.from({ length: n }, (_, at) => ({
    sample: { ...about, source: "set", writer: "", personal: 0, words: 300, isWhole: true } as Sample,
    logit: from + at / n,
  }));

const common: Group = { domain: "letter", label: "human", scholarly: 0, from: 0, n: 2000 };
const machines: Group = { domain: "letter", label: "ai", scholarly: 0, from: 1, n: 100 };

const share = (some: readonly Judged[], all: readonly Judged[]): number => {
  const limits = limitsOf({ unseen: all, known: all, sources: [] });
  const called = some.filter(({ sample, logit }) => logit > limitsFor(limits, sample).likelyAi);
  return called.length / some.length;
};

test("people who write like researchers have a limit of their own, and do not raise that of the others", () => {
  const scholars = textsOf({ ...common, domain: "paper", scholarly: 1, from: 2, n: 500 });
  const all = [...textsOf(common), ...scholars, ...textsOf(machines)];
  expect(share(scholars, all)).toBeLessThanOrEqual(0.04);
  expect(share(textsOf(machines), all)).toBeGreaterThan(0.9);
});

test("no group of people has more than 4 % above the limits, however small a part of them it is", () => {
  const formal = textsOf({ ...common, domain: "formal", from: 0.8, n: 60 });
  const mixed = formal.map((one, at) => ({ ...one, sample: { ...one.sample, scholarly: at % 2 } }));
  const all = [...textsOf({ ...common, n: 9000 }), ...mixed, ...textsOf(machines)];
  expect(share(mixed, all)).toBeLessThanOrEqual(0.04);
});
