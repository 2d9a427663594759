import type { Limits } from "#src/modules/checker/domain/model.ts";
import { type Signals, stackLogit } from "#src/modules/checker/domain/model.ts";
import type { Dataset, Judged, Sample } from "./dataset.ts";
import { learn, massesOf, signalsOfSample } from "./learn.ts";
import { mean } from "./limits.ts";
import { fitLogistic } from "./logistic.ts";
import { genuine, leftOutHead, leftOutRow, separation, table } from "./tables.ts";

/** What the numbers of style count beside the n-grams, each of which counts as much as the others. */
const worthOfStyle = 0.5;

/** Samples with scores of models not trained on them, and how much each counts. */
export type Unseen = { sample: Sample; signals: Signals; mass: number };

/** Learns without the samples that are `out`, and asks for each of `asked` (by default all that were out). */
function withoutThem(data: Dataset, out: (sample: Sample) => boolean, asked = out): Unseen[] {
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

/** Families of generators that are left out one at a time, those of 2026 besides. */
const families: Readonly<Record<string, RegExp>> = {
  Claude: /^claude-3/,
  Gemini: /^gemini-1/,
  Llama: /^llama-3/,
  "GPT-4": /^gpt-4/,
  "GPT-3.5 and davinci": /^(gpt-3\.5|text-davinci)/,
};

/** Who made the models of 2026, and the models of theirs, older ones too, by name. */
const makers: Readonly<Record<string, RegExp>> = {
  Anthropic: /^claude-/,
  OpenAI: /^(gpt-|text-davinci)/,
  Google: /^gemini-/,
  xAI: /^grok-/,
  "Zhipu AI": /^glm-/,
  "Moonshot AI": /^kimi-/,
  DeepSeek: /^deepseek-/,
  Alibaba: /^qwen/,
  "Mistral AI": /^mistral-/,
  Xiaomi: /^mimo-/,
  Baidu: /^ernie-/,
  Tencent: /^hy3-/,
};

/** Which makers are left out together: every one once. */
const rounds: readonly (readonly string[])[] = [
  ["Anthropic", "Xiaomi"],
  ["OpenAI", "Mistral AI"],
  ["Google", "xAI", "Zhipu AI"],
  ["DeepSeek", "Baidu", "Tencent", "Moonshot AI", "Alibaba"],
];

type Is = (sample: Sample) => boolean;
type Say = (message: string) => void;
/** What is asked of models: the texts, and by which stack and limits they are judged. */
type Judging = { data: Dataset; stack: readonly number[]; limits: readonly Limits[] };

const isApart: Is = ({ label, fold }) => label === "human" && fold === "dev";
const isDebate: Is = ({ source }) => source === "debate2026";
const isBy =
  (maker: string): Is =>
  ({ label, generator }) =>
    label === "ai" && (makers[maker]?.test(generator) ?? false);

const judgedBy = (stack: readonly number[], some: readonly Unseen[]): Judged[] =>
  some.map(({ sample, signals }) => ({ sample, logit: stackLogit(stack, signals) })).filter(genuine);

/** Learns without each family of generators, and asks for it and for the human texts of the fifth that is kept apart. */
export function familiesLeftOut({ data, stack, limits }: Judging, say: Say): string {
  const rows = Object.entries(families).map(([name, pattern]) => {
    const isOut: Is = (sample) =>
      isApart(sample) || (sample.label === "ai" && !isDebate(sample) && pattern.test(sample.generator));
    const judged = judgedBy(stack, withoutThem(data, isOut));
    say(`without ${name}`);
    return leftOutRow(name, judged, limits);
  });
  return table(leftOutHead("left out"), rows);
}

/** Human essays that argue: the nearest to the debates that people wrote. */
const isArgument: Is = ({ label, source }) =>
  label === "human" && ["outfox", "herbold", "aimix", "ellipse"].includes(source);

/** The parts of the stack that are looked at alone, as shares of it that count. */
const alone: Readonly<Record<string, readonly number[]>> = {
  "all parts": [1, 1, 1, 1],
  "style alone": [1, 0, 0, 1],
  "words alone": [1, 1, 0, 0],
};

/** Whether the genre is what is learned: how debates and human essays that argue lie apart, without and with other debates. */
function genreCheck(stack: readonly number[], none: readonly Unseen[], named: readonly Unseen[]): string {
  const about: Is = (sample) => isDebate(sample) || isArgument(sample);
  const rows = Object.entries(alone).map(([name, parts]) => {
    const part = stack.map((weight, at) => weight * (parts[at] ?? 0));
    const of = (some: readonly Unseen[]): string =>
      separation(
        name,
        judgedBy(part, some).filter(({ sample }) => about(sample)),
      )[3] ?? "-";
    return [name, of(none), of(named)];
  });
  const moved = (is: Is): string => {
    const of = (some: readonly Unseen[]): number =>
      mean(
        judgedBy(stack, some)
          .filter(({ sample }) => is(sample))
          .map(({ logit }) => logit),
      );
    return (of(named) - of(none)).toFixed(2);
  };
  return `${table(["AUROC of debates against human essays that argue", "no debate learned from", "those of other makers learned from"], rows)}

The mean logit moves, once debates of other makers are learned from: debates ${moved(isDebate)}, human essays that argue ${moved(isArgument)}, other human texts ${moved((sample) => isApart(sample) && !isArgument(sample))}.
If arguing itself were learned as a machine's, human essays that argue would move up. What only debates have (an opponent, a
motion) no human text here can show.`;
}

/** The models of 2026, all left out, and left out by their makers while those of other makers are learned from. */
export function newestLeftOut({ data, stack, limits }: Judging, say: Say): string {
  const none = withoutThem(data, (sample) => isApart(sample) || isDebate(sample));
  say("without the models of 2026");
  const named = rounds.map((round) => {
    const isOut: Is = (sample) => isApart(sample) || round.some((maker) => isBy(maker)(sample));
    const found = withoutThem(data, isOut).filter(({ sample }) => isApart(sample) || isDebate(sample));
    say(`without ${round.join(", ")}`);
    return { round, found };
  });
  const all = named.flatMap(({ found }) => found);
  const rows = named.flatMap(({ round, found }) =>
    round.map((maker) => {
      const its = found.filter(({ sample }) => isApart(sample) || isBy(maker)(sample));
      return leftOutRow(maker, judgedBy(stack, its), limits);
    }),
  );
  return `${table(leftOutHead("left out"), [
    leftOutRow("**all models of 2026 at once**", judgedBy(stack, none), limits),
    leftOutRow("**left out by name, together**", judgedBy(stack, all), limits),
    ...rows,
  ])}

${genreCheck(stack, none, all)}`;
}
