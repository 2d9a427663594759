import { type Limits, type Model, probability, readModel } from "#src/modules/checker/domain/model.ts";
import { bandAt } from "#src/modules/checker/domain/verdict.ts";
import { type Asked, assemble, judgementsOf } from "./build-model.ts";
import type { Dataset, Judged, Row, Sample } from "./dataset.ts";
import { learn } from "./learn.ts";
import { familiesLeftOut, newestLeftOut } from "./leave-out.ts";
import { calibrationError, limitsOf } from "./limits.ts";
import { mixedEvidence, robustness } from "./robustness.ts";
import {
  calledRow,
  genuine,
  goalsTable,
  humanTable,
  lengthClasses,
  longEnough,
  macro,
  percent,
  personalTables,
  separation,
  separationHead,
  sourcesTable,
  table,
} from "./tables.ts";

const calledHead = ["texts of 150 words or more", "n", "called likely AI", "share", "95 % interval"];

type Say = (message: string) => void;

/** How the answers are shared out. */
function bandsTable(judged: readonly Judged[], limits: readonly Limits[]): string {
  const rows = (["human", "ai"] as const).flatMap((label) =>
    lengthClasses.map(({ from, to, name }) => {
      const some = judged.filter(({ sample }) => sample.label === label && sample.words >= from && sample.words < to);
      const share = (band: string): string =>
        percent(
          some.filter(({ sample, logit }) => bandAt(limits, logit, sample) === band).length / Math.max(1, some.length),
          0,
        );
      return [
        `${label === "ai" ? "machine" : "human"}, ${name} words`,
        String(some.length),
        share("human-like"),
        share("cannot-tell"),
        share("likely-ai"),
      ];
    }),
  );
  return table(["texts", "n", "human-like", "cannot tell", "likely AI"], rows);
}

function calibration(judged: readonly Judged[]): string {
  const counts = { human: judged.filter(({ sample }) => sample.label === "human").length, ai: 0 };
  counts.ai = judged.length - counts.human;
  const all = judged.map(({ sample, logit }) => ({
    score: probability(logit),
    isMachine: sample.label === "ai",
    mass: 1 / counts[sample.label],
  }));
  const brier = all.reduce((sum, { score, isMachine, mass }) => sum + mass * (score - (isMachine ? 1 : 0)) ** 2, 0) / 2;
  return `Expected calibration error (10 bins, classes balanced): ${calibrationError(all).toFixed(3)}; Brier score ${brier.toFixed(3)}.`;
}

function machineRows(some: readonly Judged[], limits: readonly Limits[]): string[][] {
  const machines = longEnough(some, "ai");
  const of = (name: string, is: (sample: Sample) => boolean): string[] =>
    calledRow(
      name,
      machines.filter(({ sample }) => is(sample)),
      limits,
    );
  const groups = [...new Set(machines.map(({ sample }) => sample.domainGroup))];
  return [
    of("**all**", () => true),
    ...["none", "paraphrase", "polish"].map((name) => of(`attack: ${name}`, ({ attack }) => attack === name)),
    ...groups.map((group) => of(group, ({ domainGroup }) => domainGroup === group)),
    of("models of 2026 (debates)", ({ source }) => source === "debate2026"),
  ];
}

function groupRows(some: readonly Judged[]): string[][] {
  const groups = [...new Set(some.map(({ sample }) => sample.domainGroup))];
  const of = (group: string): Judged[] => some.filter(({ sample }) => sample.domainGroup === group);
  return groups.map((group) => separation(group, of(group)));
}

const paired = ({ sample }: Judged): boolean => sample.domain !== "college-essay";

function lengthRows(some: readonly Judged[]): string[][] {
  const of = (from: number, to: number): Judged[] =>
    some.filter((one) => paired(one) && one.sample.words >= from && one.sample.words < to);
  return lengthClasses.map(({ from, to, name }) => separation(`${name} words`, of(from, to)));
}

/** One half of the page: known kinds of writing, or kinds never seen. */
function sectionsOf(name: string, all: readonly Judged[], limits: readonly Limits[]): string {
  const whole = all.filter(genuine);
  const means = macro(whole);
  return `## ${name}: what separates

Mean over kinds: AUROC ${means.auroc.toFixed(3)}, ${percent(means.at1)} found at 1 % false positives of the kind, ${percent(means.at5)} at 5 %.

${table(separationHead, groupRows(whole))}

By length, texts and stretches of them:

${table(separationHead, lengthRows(all))}

## ${name}: human texts called likely AI, the worst first

${humanTable(whole, limits)}

## ${name}: machine texts called likely AI

${table(calledHead, machineRows(whole, limits))}

## ${name}: bands and calibration

${bandsTable(all.filter(paired), limits)}

${calibration(whole)}`;
}

function mixedTexts(data: Dataset, rows: readonly Row[], asked: Asked): string {
  const base = learn(data, ({ fold }) => fold === "train");
  const model = readModel(assemble(data, base, asked));
  if (!model) throw new Error("The model that was just written cannot be read.");
  const apart = rows.filter(({ fold }) => fold === "dev");
  const { auroc, texts } = mixedEvidence(model, apart);
  return `Half human, half machine-written, of one kind, about 120 words each: token AUROC ${auroc.toFixed(3)} in ${texts} texts.
The halves are of the fifth of the prompts that this model had not seen; their kinds of writing it knows.`;
}

/** What is measured: the texts, the shipped model, and the scores of models not trained on the texts. */
type Subject = { data: Dataset; rows: readonly Row[]; model: Model; asked: Asked };

/** The whole protocol, as the Markdown of `docs/checker.md`. */
export function evaluate({ data, rows, model, asked }: Subject, say: Say): string {
  const { stack, ...judgements } = judgementsOf(asked);
  const { unseen: all, known, sources } = judgements;
  const limits = limitsOf(judgements);
  const judging = { data, stack, limits };
  return `# The checker, measured

Printed by \`npm run checker:evaluate -- --corpus PATH\`; model ${model.header.version}, training texts ${model.header.corpus}.
Every figure is out of sample. "Known kinds": the fifth of the prompts that these models had not learned from. "Kinds never
seen": each text was judged by models, and by a stack, that had seen no text of its kind at all. The limits between bands
were set on the same judgements, and raised until no group of 60 human texts of kinds never seen had more than 4 % above
them: shares at them are somewhat optimistic. So are those of abstracts: the words by which a text counts as scholarly, and
has a higher limit, were chosen by people who knew that abstracts are flagged most.

${sectionsOf("Known kinds", known, limits)}

${sectionsOf("Kinds never seen", all, limits)}

## Families of generators, each left out of training

Asked besides: the fifth of the human texts, which is kept apart in these runs. All kinds of writing are seen.

${familiesLeftOut(judging, say)}

## Models of 2026, left out

"All at once" is the harsher case: nothing is learned from any model of 2026. "By name": a few makers at a time are left out
with every text by any model of theirs, old or new, so that no sibling of a model is learned from, while debates by the others
are. Each model is left out once; asked besides is the same fifth of the human texts, in each round.

All texts by models of 2026 are debates, and there are no debates by people: part of what is gained by learning from other
makers' may be the genre. So below they are held against human essays that argue (outfox, herbold, aimix, ellipse), by
parts of the model too.

${newestLeftOut(judging, say)}

## Sources, each left out whole

No text of the source was learned from; others of its kind were. A source of one label has no AUROC.

${sourcesTable(sources, limits)}

Texts of 150 words or more, but for the AUROC:

${goalsTable(sources, limits)}

## Personal writing by source, each left out whole

A text is personal when somebody says "I" in it and looks back (docs/decisions/0052). It has an upper limit of its own: the upper
bound, in 1,000 resamples, of what 1 in 100 human texts of one more source would be above, in 39 of 40 cases.

${personalTables(sources, limits)}

## Sentences in mixed texts

${mixedTexts(data, rows, asked)}

## Robustness of format (shipped model)

${robustness(model, rows)}
`;
}
