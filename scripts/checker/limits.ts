import { boundsOf } from "#src/modules/checker/domain/card.ts";
import type { Limits } from "#src/modules/checker/domain/model.ts";
import { mix } from "#src/modules/checker/domain/ngrams.ts";
import { limitsFor, type Register } from "#src/modules/checker/domain/verdict.ts";
import { humanGroup, isLearner, isPersonal, type Judged, leastOfGroup, type Sample } from "./dataset.ts";

/** The chance that a machine text scores above a human one (half for equals). NaN without both. */
export function auroc(humans: readonly number[], machines: readonly number[]): number {
  const all = [...humans.map((score) => ({ score, is: 0 })), ...machines.map((score) => ({ score, is: 1 }))];
  all.sort((a, b) => a.score - b.score);
  let ranks = 0;
  for (let from = 0; from < all.length; ) {
    let to = from;
    while (to < all.length && all[to]?.score === all[from]?.score) to++;
    for (let at = from; at < to; at++) if (all[at]?.is === 1) ranks += (from + to + 1) / 2;
    from = to;
  }
  return (ranks - (machines.length * (machines.length + 1)) / 2) / (machines.length * humans.length);
}

/** The score that a share of these are above. */
export function upperQuantile(scores: readonly number[], share: number): number {
  const sorted = [...scores].sort((a, b) => b - a);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.POSITIVE_INFINITY;
}

/** The share of machine texts above the score that `share` of the human texts are above. */
export function recallAt(humans: readonly number[], machines: readonly number[], share: number): number {
  const limit = upperQuantile(humans, share);
  return machines.filter((score) => score > limit).length / machines.length;
}

/** Where the share k of n lies in 95 of 100 cases; anywhere without any. */
export function wilson(k: number, n: number): [number, number] {
  if (n === 0) return [0, 1];
  const { low, high } = boundsOf({ k, n });
  return [low, high];
}

export const mean = (values: readonly number[]): number =>
  values.reduce((a, b) => a + b, 0) / Math.max(1, values.length);

/** Mean distance between predicted and actual: 10 bins, classes balanced. */
export function calibrationError(scores: readonly { score: number; isMachine: boolean; mass: number }[]): number {
  const sums = Array.from({ length: 10 }, () => ({ mass: 0, predicted: 0, was: 0 }));
  for (const { score, isMachine, mass } of scores) {
    const bin = sums[Math.min(9, Math.floor(score * 10))];
    if (!bin) continue;
    bin.mass += mass;
    bin.predicted += mass * score;
    bin.was += isMachine ? mass : 0;
  }
  const whole = sums.reduce((sum, { mass }) => sum + mass, 0);
  return sums.reduce((sum, { predicted, was }) => sum + Math.abs(predicted - was), 0) / whole;
}

/** What share of a source nobody has seen may be above the limit: a quarter of the 4 % that is allowed. */
const aim = 0.01;
const resamples = 1000;
/** What a limit and a share are the upper bound of: 97.5 of 100 resamples lie below it. */
const above = 0.025;

/** What 39 of 40 values of Student's t lie below, from 2 degrees of freedom on; more than 9 count as 9. */
const studentT = [4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262];

/** Human texts of 150 words or more that are personal, by source: those sources that have enough of them. */
export function personalSources(judged: readonly Judged[]): Map<string, Judged[]> {
  const people = judged.filter(
    ({ sample }) => sample.label === "human" && sample.isWhole && sample.words >= 150 && isPersonal(sample),
  );
  const sources = Map.groupBy(people, ({ sample }) => sample.source);
  return new Map([...sources].filter(([, its]) => its.length >= leastOfGroup));
}

/** A figure of each of 1,000 resamples: of every group as many values as it has, each drawn with return. */
function resampled(groups: readonly (readonly number[])[], figure: (drawn: number[][]) => number): number[] {
  let at = 0;
  return Array.from({ length: resamples }, () =>
    figure(groups.map((group) => group.map(() => group[(mix(at++) >>> 0) % group.length] ?? 0))),
  );
}

/** The value that one more source lies below in 39 of 40 cases, if sources differ as these do. */
function ofOneMore(values: readonly number[]): number {
  const middle = mean(values);
  const spread = Math.sqrt(values.reduce((sum, one) => sum + (one - middle) ** 2, 0) / (values.length - 1));
  const t = studentT[values.length - 3] ?? studentT.at(-1) ?? 0;
  return middle + t * spread * Math.sqrt(1 + 1 / values.length);
}

/**
 * The logit that personal texts must be above to be called: the upper bound of what 1 in 100 human texts of a source that
 * nobody has seen is above. How sources differ, and their texts, decides it; from fewer than three there is none.
 */
export function personalLimit(sourcesLeftOut: readonly Judged[]): number {
  const groups = [...personalSources(sourcesLeftOut).values()].map((its) => its.map(({ logit }) => logit));
  if (groups.length < 3) return Number.NEGATIVE_INFINITY;
  return upperQuantile(
    resampled(groups, (drawn) => ofOneMore(drawn.map((values) => upperQuantile(values, aim)))),
    above,
  );
}

/** The share of the worst source that is called: its mean over resamples, and the upper bound. */
export function worstSource(isCalled: readonly (readonly boolean[])[]): { mean: number; high: number } {
  const shares = resampled(
    isCalled.map((its) => its.map(Number)),
    (drawn) => Math.max(0, ...drawn.map(mean)),
  );
  return { mean: mean(shares), high: upperQuantile(shares, above) };
}

/** Lengths at which limits are set, in words, and the lengths of texts that are looked at for each. */
const lengths = [
  { words: 60, from: 40, to: 90 },
  { words: 110, from: 70, to: 160 },
  { words: 190, from: 130, to: 270 },
  { words: 350, from: 220, to: 5000 },
];

/**
 * How many human texts of a register may be above: of known kinds, of all kinds never seen together, of each source and
 * kind never seen, of learners of English.
 */
const aims = { known: 0.004, unseen: 0.015, group: 0.03, learners: 0.004 };

/** How much more evidence a personal text needs at the least, whatever was measured. */
const leastMore = 1;

/** The most of any group of human texts of kinds never seen, of all registers, and by how much a limit is raised for it. */
const mostOfGroup = 0.04;
const raise = 0.02;

function registerOf(sample: Sample): Register {
  if (sample.scholarly >= 0.5) return "scholarly";
  return isPersonal(sample) ? "personal" : "common";
}

/** The logit that a share of these are above; no limit at all from too few. */
const enough = (some: readonly Judged[], share: number): number =>
  some.length < leastOfGroup
    ? Number.NEGATIVE_INFINITY
    : upperQuantile(
        some.map(({ logit }) => logit),
        share,
      );

/** The highest of what few people reach, by each way of counting them; personal texts, which have a limit of their own, make no group. */
function upperLimit(unseen: readonly Judged[], known: readonly Judged[]): number {
  const others = unseen.filter(({ sample }) => registerOf(sample) !== "personal");
  const groups = Map.groupBy(others, ({ sample }) => humanGroup(sample));
  const learners = [...unseen, ...known].filter(({ sample }) => isLearner(sample));
  return Math.max(
    enough(known, aims.known),
    enough(unseen, aims.unseen),
    enough(learners, aims.learners),
    ...[...groups.values()].map((group) => enough(group, aims.group)),
  );
}

/** The length, among those with limits, that is nearest to a text's. */
const nearest = (limits: readonly Limits[], words: number): Limits | undefined =>
  [...limits].sort((a, b) => Math.abs(Math.log(a.words / words)) - Math.abs(Math.log(b.words / words)))[0];

/** By register, the limit that is raised for texts of it. */
const upperOf = { common: "likelyAi", scholarly: "scholarlyAi", personal: "personalAi" } as const;

/** The register, but common, that most of these are of; common when all are. */
function mostly(some: readonly Judged[]): Register {
  const own = Map.groupBy(some, ({ sample }) => registerOf(sample));
  own.delete("common");
  return [...own].sort(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? "common";
}

/** Raises limits until no group of people has too many texts above them: first those of a register, where it lies at them. */
function guardGroups(limits: Limits[], humans: readonly Judged[]): void {
  const above = ({ sample, logit }: Judged): boolean => logit > limitsFor(limits, sample).likelyAi;
  for (const group of Map.groupBy(humans, ({ sample }) => humanGroup(sample)).values()) {
    if (group.length < leastOfGroup) continue;
    let called = group.filter(above);
    while (called.length > mostOfGroup * group.length) {
      const register = mostly(called);
      const some = register === "common" ? called : called.filter(({ sample }) => registerOf(sample) === register);
      const words = some.map(({ sample }) => sample.words).sort((a, b) => a - b)[Math.floor(some.length / 2)] ?? 0;
      const limit = nearest(limits, words);
      if (!limit) return;
      limit[upperOf[register]] += raise;
      limit.scholarlyAi = Math.max(limit.likelyAi, limit.scholarlyAi);
      limit.personalAi = Math.max(limit.likelyAi + leastMore, limit.personalAi);
      called = called.filter(above);
    }
  }
}

/** What limits are set on: judgements of texts of kinds never seen, of known kinds, and of sources left out whole. */
export type Judgements = { unseen: readonly Judged[]; known: readonly Judged[]; sources: readonly Judged[] };

/** Limits by length. One machine text in twenty is below the lower one. */
export function limitsOf({ unseen, known, sources }: Judgements): Limits[] {
  const personal = personalLimit(sources);
  const limits = lengths.map(({ words, from, to }) => {
    const fits = ({ sample }: Judged): boolean => sample.words >= from && sample.words < to;
    const people = (some: readonly Judged[], isScholarly: boolean): Judged[] =>
      some.filter(
        (one) => fits(one) && one.sample.label === "human" && (registerOf(one.sample) === "scholarly") === isScholarly,
      );
    const upper = (isScholarly: boolean): number => upperLimit(people(unseen, isScholarly), people(known, isScholarly));
    const machines = unseen.filter((one) => fits(one) && one.sample.label === "ai").map(({ logit }) => logit);
    const likelyAi = Math.max(0, upper(false));
    const humanLike = Math.min(likelyAi - 0.5, upperQuantile(machines, 0.95));
    const scholarlyAi = Math.max(likelyAi, upper(true));
    return { words, likelyAi, scholarlyAi, personalAi: Math.max(likelyAi + leastMore, personal), humanLike };
  });
  const whole = unseen.filter(({ sample }) => sample.label === "human" && sample.isWhole && sample.words >= 150);
  guardGroups(limits, whole);
  return limits;
}
