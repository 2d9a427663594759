import type { Limits } from "#src/modules/checker/domain/model.ts";
import { limitsFor } from "#src/modules/checker/domain/verdict.ts";
import type { Sample } from "./dataset.ts";
import { upperQuantile } from "./measure.ts";

/** A sample with the logit it got from models that never saw it. */
export type Judged = { sample: Sample; logit: number };

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
type Register = "common" | "scholarly";
const leastOfGroup = 60;

/** The most of any group of human texts of kinds never seen, of both registers, and by how much a limit is raised for it. */
const mostOfGroup = 0.04;
const raise = 0.02;

export const isLearner = ({ writer, source }: Sample): boolean =>
  /non-native/.test(writer) || source === "ellipse" || source === "herbold" || source === "rexshijaku";

/** What a human group is: texts of one source and kind. */
export const humanGroup = ({ source, domain }: Sample): string => `${source} ${domain}`;

const registerOf = ({ scholarly }: Sample): Register => (scholarly < 0.5 ? "common" : "scholarly");

/** The logit that a share of these are above; no limit at all from too few. */
const enough = (some: readonly Judged[], share: number): number =>
  some.length < leastOfGroup
    ? Number.NEGATIVE_INFINITY
    : upperQuantile(
        some.map(({ logit }) => logit),
        share,
      );

/** The highest of what few people reach, by each way of counting them. */
function upperLimit(unseen: readonly Judged[], known: readonly Judged[]): number {
  const groups = Map.groupBy(unseen, ({ sample }) => humanGroup(sample));
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

/** Raises limits until no group of people has too many texts above them: first the scholarly ones, where it lies at them. */
function guardGroups(limits: Limits[], humans: readonly Judged[]): void {
  const above = ({ sample, logit }: Judged): boolean => logit > limitsFor(limits, sample).likelyAi;
  for (const group of Map.groupBy(humans, ({ sample }) => humanGroup(sample)).values()) {
    if (group.length < leastOfGroup) continue;
    let called = group.filter(above);
    while (called.length > mostOfGroup * group.length) {
      const scholarly = called.filter(({ sample }) => registerOf(sample) === "scholarly");
      const some = scholarly.length > 0 ? scholarly : called;
      const words = some.map(({ sample }) => sample.words).sort((a, b) => a - b)[Math.floor(some.length / 2)] ?? 0;
      const limit = nearest(limits, words);
      if (!limit) return;
      if (scholarly.length === 0) limit.likelyAi += raise;
      limit.scholarlyAi = Math.max(limit.likelyAi, limit.scholarlyAi + (scholarly.length > 0 ? raise : 0));
      called = called.filter(above);
    }
  }
}

/** Limits by length. One machine text in twenty is below the lower one. */
export function limitsOf(unseenKinds: readonly Judged[], known: readonly Judged[]): Limits[] {
  const limits = lengths.map(({ words, from, to }) => {
    const fits = ({ sample }: Judged): boolean => sample.words >= from && sample.words < to;
    const people = (some: readonly Judged[], register: Register): Judged[] =>
      some.filter((one) => fits(one) && one.sample.label === "human" && registerOf(one.sample) === register);
    const upper = (register: Register): number => upperLimit(people(unseenKinds, register), people(known, register));
    const machines = unseenKinds.filter((one) => fits(one) && one.sample.label === "ai").map(({ logit }) => logit);
    const likelyAi = Math.max(0, upper("common"));
    const humanLike = Math.min(likelyAi - 0.5, upperQuantile(machines, 0.95));
    return { words, likelyAi, scholarlyAi: Math.max(likelyAi, upper("scholarly")), humanLike };
  });
  const whole = unseenKinds.filter(({ sample }) => sample.label === "human" && sample.isWhole && sample.words >= 150);
  guardGroups(limits, whole);
  return limits;
}
