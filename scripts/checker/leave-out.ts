import { type Signals, stackLogit } from "#src/modules/checker/domain/score.ts";
import type { Dataset, Sample } from "./dataset.ts";
import type { Judged } from "./judged.ts";
import { learn, massesOf, signalsOfSample } from "./learn.ts";
import { mean } from "./measure.ts";
import { fitLogistic } from "./newton.ts";

/** What the numbers of style count beside the n-grams, each of which counts as much as the others. */
const worthOfStyle = 0.5;

/** Samples with scores of models not trained on them, and how much each counts. */
export type Unseen = { sample: Sample; signals: Signals; mass: number };

/** Learns without the samples that are `out`, and asks for each of `asked` (by default all that were out). */
export function withoutThem(data: Dataset, out: (sample: Sample) => boolean, asked = out): Unseen[] {
  const base = learn(data, (sample) => !out(sample));
  const masses = massesOf(data, () => true);
  return data.samples.flatMap((sample, row) =>
    asked(sample) ? [{ sample, signals: signalsOfSample(data, base, row), mass: masses[row] ?? 0 }] : [],
  );
}

const domainGroups = ({ samples }: Dataset): string[] => [...new Set(samples.map((one) => one.domainGroup))].sort();

/** Every sample, asked of models that were made without all texts of its kind. */
export function leaveDomainsOut(data: Dataset, say: (message: string) => void): Unseen[] {
  return domainGroups(data).flatMap((group) => {
    const found = withoutThem(data, ({ domainGroup }) => domainGroup === group);
    say(`without ${group}: ${found.length} samples`);
    return found;
  });
}

/** Every sample, asked of models that were made without all texts of its source. */
export function leaveSourcesOut(data: Dataset, say: (message: string) => void): Unseen[] {
  return [...new Set(data.samples.map((one) => one.source))].sort().flatMap((name) => {
    const found = withoutThem(data, ({ source }) => source === name);
    say(`without source ${name}: ${found.length} samples`);
    return found;
  });
}

/** The fifth of the prompts that is kept apart, asked of models that learned from the others: texts of known kinds. */
export const keepPromptsApart = (data: Dataset): Unseen[] => withoutThem(data, ({ fold }) => fold === "dev");

const spreadOf = (values: readonly number[]): number => {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
};

/**
 * The weights of the stack, from the scores of unseen kinds: fixed parts, measured in the spread of each. (A stack that
 * learns its parts leans on what separates the kinds it saw, and flags three times the people of others.) Only the
 * scale and the middle of the sum are fitted, so that it is a logit.
 */
export function stackOf(unseen: readonly Unseen[]): number[] {
  const parts = (["words", "letters"] as const).map((of) => 1 / spreadOf(unseen.map(({ signals }) => signals[of])));
  const runs = unseen.map(({ signals: { words, letters } }) =>
    [words, letters].reduce((sum, one, at) => sum + one * (parts[at] ?? 0), 0),
  );
  const spread = spreadOf(runs);
  const style = worthOfStyle / spreadOf(unseen.map(({ signals }) => signals.style));
  const sums = unseen.flatMap(({ signals }, at) => [1, (runs[at] ?? 0) / spread + signals.style * style]);
  const [middle = 0, scale = 1] = fitLogistic(
    {
      numbers: Float32Array.from(sums),
      columns: 2,
      isMachine: Uint8Array.from(unseen, ({ sample }) => (sample.label === "ai" ? 1 : 0)),
      mass: Float64Array.from(unseen, ({ mass }) => mass),
    },
    0,
  );
  return [middle, ...parts.map((part) => (scale * part) / spread), scale * style];
}

/** Each sample's logit by the stack that is shipped. */
export function judgedByAll(some: readonly Unseen[], stack: readonly number[]): Judged[] {
  return some.map(({ sample, signals }) => ({ sample, logit: stackLogit(stack, signals) }));
}

/** Each sample's logit by a stack that never saw its kind either. */
export function judgedByOthers(unseen: readonly Unseen[]): Judged[] {
  const groups = [...new Set(unseen.map(({ sample }) => sample.domainGroup))];
  const stacks = new Map(
    groups.map((group) => [group, stackOf(unseen.filter(({ sample }) => sample.domainGroup !== group))]),
  );
  return unseen.map(({ sample, signals }) => ({
    sample,
    logit: stackLogit(stacks.get(sample.domainGroup) ?? [], signals),
  }));
}
