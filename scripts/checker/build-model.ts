import { answers, type ErrorRate, type Header, type Limits, writeModel } from "#src/modules/checker/domain/model.ts";
import { buckets, families, hashText } from "#src/modules/checker/domain/ngrams.ts";
import { engineVersion } from "#src/modules/checker/domain/normalise.ts";
import { styleNames } from "#src/modules/checker/domain/style.ts";
import { type Dataset, isPersonal, type Judged, styleOf } from "./dataset.ts";
import { type Base, learn } from "./learn.ts";
import {
  judgedByAll,
  judgedByOthers,
  keepPromptsApart,
  leaveDomainsOut,
  leaveSourcesOut,
  stackOf,
  type Unseen,
} from "./leave-out.ts";
import { type Judgements, limitsOf, upperQuantile } from "./limits.ts";
import { genuine, isCalled, lengthClasses } from "./tables.ts";

/** The model's own version: year and month, and a number within it. */
const version = "2026.11.6";

/** Weights as steps of one byte, a size of step for each family (the largest one weight in ten thousand is cut off). */
function inBytes(weights: Float32Array): { bytes: Int8Array; steps: number[] } {
  const bytes = new Int8Array(weights.length);
  const steps = families.map((_, family) => {
    const own = weights.subarray(family * buckets, (family + 1) * buckets);
    const sizes = own
      .filter((weight) => weight !== 0)
      .map(Math.abs)
      .sort();
    const step = (sizes[Math.floor(sizes.length * 0.9999)] ?? 1) / 127;
    for (const [at, weight] of own.entries())
      bytes[family * buckets + at] = Math.max(-127, Math.min(127, Math.round(weight / step)));
    return step;
  });
  return { bytes, steps };
}

/** The range of nine in ten human texts of 150 words or more, for each number of style. */
function usual(data: Dataset): Header["usual"] {
  const rows = data.samples.flatMap((one, row) => (one.label === "human" && one.words >= 150 ? [row] : []));
  return styleNames.map((_, at) => {
    const values = rows.map((row) => styleOf(data, row)[at] ?? 0);
    return { low: round(upperQuantile(values, 0.95)), high: round(upperQuantile(values, 0.05)) };
  });
}

const round = (value: number): number => Math.round(value * 1000) / 1000;

/** What is measured: of unseen texts of each known kind, of all known kinds, of kinds and (personal texts) of sources never seen. */
function errorRates({ unseen, known, sources }: Judgements, limits: readonly Limits[]): ErrorRate[] {
  const kinds = [...new Set(known.map(({ sample }) => sample.domainGroup))].sort();
  const groups = [
    { kind: "all", judged: known },
    { kind: "unseen", judged: unseen },
    { kind: "personal", judged: sources.filter(({ sample }) => isPersonal(sample)) },
    ...kinds.map((kind) => ({ kind, judged: known.filter(({ sample }) => sample.domainGroup === kind) })),
  ];
  const share = (some: readonly Judged[]) => ({
    k: some.filter((one) => isCalled(one, limits)).length,
    n: some.length,
  });
  return groups.flatMap(({ kind, judged }) =>
    lengthClasses
      .filter(({ from }) => from >= 150)
      .map(({ from, to }) => {
        const some = judged.filter((one) => genuine(one) && one.sample.words >= from && one.sample.words < to);
        const of = (label: "human" | "ai") => share(some.filter(({ sample }) => sample.label === label));
        return { kind, words: from, humans: of("human"), machines: of("ai") };
      }),
  );
}

const corpusHash = ({ samples }: Dataset): string =>
  samples.reduce((hash, { id }) => hashText(id, hash), 0x811c9dc5 | 0).toString(16);

/** Above which logit of its surroundings a sentence is coloured: what 3 %, and 1 %, of human stretches reach. */
function sentenceLimits(judged: readonly Judged[]): Header["sentence"] {
  const humans = judged
    .filter(({ sample }) => sample.label === "human" && sample.words >= 75 && sample.words < 150)
    .map(({ logit }) => logit);
  return { some: upperQuantile(humans, 0.03), strong: upperQuantile(humans, 0.008) };
}

/** Samples of kinds never seen, of known kinds, and of sources left out whole, with scores of models not trained on them. */
export type Asked = { unseen: readonly Unseen[]; apart: readonly Unseen[]; sources: readonly Unseen[] };

/** Asks all that limits and errors are set on. */
export const askOthers = (data: Dataset, say: (message: string) => void): Asked => ({
  unseen: leaveDomainsOut(data, say),
  apart: keepPromptsApart(data),
  sources: leaveSourcesOut(data, say),
});

/** What was asked, as logits: of kinds never seen by stacks that never saw the kind either. */
export function judgementsOf({ unseen, apart, sources }: Asked): Judgements & { stack: number[] } {
  const stack = stackOf(unseen);
  return {
    stack,
    unseen: judgedByOthers(unseen),
    known: judgedByAll(apart, stack),
    sources: judgedByAll(sources, stack),
  };
}

/** The model that is shipped: learned from every text. */
export function buildModel(data: Dataset, asked: Asked): Uint8Array {
  const base = learn(data, () => true);
  return assemble(data, base, asked);
}

/** A model of these two; stack and limits come from texts of unseen kinds. */
export function assemble(data: Dataset, base: Base, asked: Asked): Uint8Array {
  const { stack, ...judgements } = judgementsOf(asked);
  const limits = limitsOf(judgements);
  const { bytes, steps } = inBytes(base.weights);
  const header: Header = {
    engine: engineVersion,
    version,
    corpus: corpusHash(data),
    frequent: data.frequent,
    steps,
    bias: base.bias,
    stack,
    limits,
    sentence: sentenceLimits(judgements.known),
    knownShare: round(
      upperQuantile(
        asked.unseen.map(({ signals }) => signals.known),
        0.998,
      ),
    ),
    usual: usual(data),
    rates: errorRates(judgements, limits),
    trees: base.trees.worth.length / answers,
  };
  return writeModel(header, bytes, base.trees);
}
