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

/** How many human texts may be above: of a known kind, of a kind never seen, of learners of English. */
const aims = { known: 0.004, unseenKind: 0.01, learners: 0.004 };
const leastOfGroup = 60;
/** Of the limits that single unseen kinds ask for, the one that so many are content with: a formal kind never seen asks for one at which nothing is found. */
const content = 0.45;

export const isLearner = ({ writer, source }: Sample): boolean =>
  /non-native/.test(writer) || source === "ellipse" || source === "herbold" || source === "rexshijaku";

/** What a human group is: texts of one source and kind. */
export const humanGroup = ({ source, domain }: Sample): string => `${source} ${domain}`;

const logitsOf = (some: readonly Judged[]): number[] => some.map(({ logit }) => logit);

function quantileOver(groups: readonly (readonly Judged[])[], share: number): number {
  const each = groups.filter((one) => one.length >= leastOfGroup).map((one) => upperQuantile(logitsOf(one), share));
  each.sort((a, b) => a - b);
  const position = content * (each.length - 1);
  const [low = 0, high = low] = [each[Math.floor(position)], each[Math.ceil(position)]];
  return low + (position - Math.floor(position)) * (high - low);
}

/**
 * Limits by length. The upper one is the highest of three: what few human texts of known kinds reach, what about half of the
 * unseen kinds ask for, what hardly any learner of English reaches. One machine text in twenty is below the lower one.
 */
export function limitsOf(unseenKinds: readonly Judged[], known: readonly Judged[]): Limits[] {
  return lengths.map(({ words, from, to }) => {
    const fits = ({ sample }: Judged): boolean => sample.words >= from && sample.words < to;
    const isHuman = (one: Judged): boolean => one.sample.label === "human" && fits(one);
    const humans = unseenKinds.filter(isHuman);
    const kinds = [...new Set(humans.map(({ sample }) => sample.domainGroup))];
    const learners = [...humans, ...known.filter(isHuman)].filter(({ sample }) => isLearner(sample));
    const machines = logitsOf(unseenKinds.filter((one) => one.sample.label === "ai" && fits(one)));
    const upper = Math.max(
      upperQuantile(logitsOf(known.filter(isHuman)), aims.known),
      quantileOver(
        kinds.map((kind) => humans.filter(({ sample }) => sample.domainGroup === kind)),
        aims.unseenKind,
      ),
      learners.length >= leastOfGroup ? upperQuantile(logitsOf(learners), aims.learners) : Number.NEGATIVE_INFINITY,
    );
    return { words, likelyAi: upper, humanLike: Math.min(upper - 0.5, upperQuantile(machines, 0.95)) };
  });
}
