import type { Limits } from "#src/modules/checker/domain/model.ts";
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
  { words: 600, from: 220, to: 5000 },
];

/** How many human texts may be above: of known kinds, of kinds never seen (each as much as another), of learners of English. */
const aims = { known: 0.004, unseenKinds: 0.025, learners: 0.004 };
const leastOfGroup = 60;

export const isLearner = ({ writer, source }: Sample): boolean =>
  /non-native/.test(writer) || source === "ellipse" || source === "herbold" || source === "rexshijaku";

/** What a human group is: texts of one source and kind. */
export const humanGroup = ({ source, domain }: Sample): string => `${source} ${domain}`;

const logitsOf = (some: readonly Judged[]): number[] => some.map(({ logit }) => logit);

/** The logit that a share of these are above when each kind counts as much as another. */
function balancedQuantile(humans: readonly Judged[], share: number): number {
  const kinds = [...Map.groupBy(humans, ({ sample }) => sample.domainGroup).values()];
  const large = kinds.filter((one) => one.length >= leastOfGroup);
  const all = large.flatMap((one) => one.map(({ logit }) => ({ logit, mass: 1 / one.length / large.length })));
  all.sort((a, b) => b.logit - a.logit);
  let above = 0;
  for (const { logit, mass } of all) {
    above += mass;
    if (above > share) return logit;
  }
  return Number.NEGATIVE_INFINITY;
}

/**
 * Limits by length. The upper one is the highest of three: what few human texts of known kinds reach, what few of
 * kinds never seen reach, what hardly any learner of English reaches. One machine text in twenty is below the lower one.
 */
export function limitsOf(unseenKinds: readonly Judged[], known: readonly Judged[]): Limits[] {
  return lengths.map(({ words, from, to }) => {
    const fits = ({ sample }: Judged): boolean => sample.words >= from && sample.words < to;
    const isHuman = (one: Judged): boolean => one.sample.label === "human" && fits(one);
    const humans = unseenKinds.filter(isHuman);
    const learners = [...humans, ...known.filter(isHuman)].filter(({ sample }) => isLearner(sample));
    const machines = logitsOf(unseenKinds.filter((one) => one.sample.label === "ai" && fits(one)));
    const upper = Math.max(
      upperQuantile(logitsOf(known.filter(isHuman)), aims.known),
      balancedQuantile(humans, aims.unseenKinds),
      learners.length >= leastOfGroup ? upperQuantile(logitsOf(learners), aims.learners) : Number.NEGATIVE_INFINITY,
    );
    return { words, likelyAi: upper, humanLike: Math.min(upper - 0.5, upperQuantile(machines, 0.95)) };
  });
}
