import { mix } from "#src/modules/checker/domain/ngrams.ts";
import { isPersonal, type Judged, leastOfGroup } from "./judged.ts";
import { mean, upperQuantile } from "./measure.ts";

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
