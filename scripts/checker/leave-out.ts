import { type Signals, stackLogit, stackNumbers } from "#src/modules/checker/domain/score.ts";
import type { Dataset, Sample } from "./dataset.ts";
import { fitStack } from "./fit-stack.ts";
import { learn, massesOf, signalsOfSample } from "./learn.ts";
import type { Judged } from "./limits.ts";

/** How strongly the stack is drawn to nothing: little, there are thousands of texts for eight numbers. */
const shrink = 2;

/** Samples with what models said that never saw them, and how much each counts. */
export type Unseen = { sample: Sample; signals: Signals; mass: number };

/** Learns without the samples that are `out`, and asks for each of `asked` (all that were out, unless told). */
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

/** The fifth of the prompts that is kept apart, asked of models that learned from the others: texts of known kinds. */
export const keepPromptsApart = (data: Dataset): Unseen[] => withoutThem(data, ({ fold }) => fold === "dev");

/** The weights of the stack, from what was said of unseen kinds. */
export const stackOf = (unseen: readonly Unseen[]): number[] =>
  fitStack(
    unseen.map(({ sample, signals, mass }) => ({
      numbers: stackNumbers(signals),
      isMachine: sample.label === "ai",
      mass,
    })),
    shrink,
  );

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
