import type { Limits } from "#src/modules/checker/domain/model.ts";
import { limitsFor, type Register } from "#src/modules/checker/domain/verdict.ts";
import type { Sample } from "./dataset.ts";
import { humanGroup, isLearner, isPersonal, type Judged, leastOfGroup } from "./judged.ts";
import { upperQuantile } from "./measure.ts";
import { personalLimit } from "./personal-limit.ts";

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
