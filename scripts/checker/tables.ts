import type { Limits } from "#src/modules/checker/domain/model.ts";
import { limitsFor } from "#src/modules/checker/domain/verdict.ts";
import { humanGroup, isLearner, isPersonal, type Judged, leastOfGroup } from "./dataset.ts";
import { auroc, mean, personalSources, recallAt, wilson, worstSource } from "./limits.ts";

/** Lengths in words, from and to before, and how they are called. */
export const lengthClasses = [
  { from: 40, to: 75, name: "under 75" },
  { from: 75, to: 150, name: "75 to 149" },
  { from: 150, to: 300, name: "150 to 299" },
  { from: 300, to: 600, name: "300 to 599" },
];

export const percent = (part: number, digits = 1): string =>
  Number.isFinite(part) ? `${(part * 100).toFixed(digits)} %` : "-";
const three = (value: number): string => (Number.isFinite(value) ? value.toFixed(3) : "-");

/** A Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map((_, at) => (at === 0 ? "---" : "---:"))), ...rows.map(line)].join("\n");
}

/** What is counted in most tables: whole texts, of kinds that people wrote too. */
export const genuine = ({ sample }: Judged): boolean => sample.isWhole && sample.domain !== "college-essay";

/** Texts long enough to be called "likely AI". */
export const longEnough = (some: readonly Judged[], label: "human" | "ai"): Judged[] =>
  some.filter(({ sample }) => sample.label === label && sample.words >= 150);

export const separationHead = ["group", "human", "machine", "AUROC", "found at 1 % FPR", "at 5 % FPR"];

const logits = (some: readonly Judged[], label: "human" | "ai"): number[] =>
  some.filter(({ sample }) => sample.label === label).map(({ logit }) => logit);

/** Whether the product would call it "likely AI" (it never does below 150 words). */
export const isCalled = ({ sample, logit }: Judged, limits: readonly Limits[]): boolean =>
  sample.words >= 150 && logit > limitsFor(limits, sample).likelyAi;

/** AUROC and recall of some texts, one row of a table. */
export function separation(name: string, some: readonly Judged[]): string[] {
  const [humans, machines] = [logits(some, "human"), logits(some, "ai")];
  const known = humans.length > 20 && machines.length > 20;
  return [
    name,
    String(humans.length),
    String(machines.length),
    ...(known
      ? [
          three(auroc(humans, machines)),
          percent(recallAt(humans, machines, 0.01), 0),
          percent(recallAt(humans, machines, 0.05), 0),
        ]
      : ["-", "-", "-"]),
  ];
}

/** Mean over groups of those with a value. */
export function macro(some: readonly Judged[]): { auroc: number; at1: number; at5: number } {
  const groups = [...new Set(some.map(({ sample }) => sample.domainGroup))];
  const each = groups.map((group) => {
    const its = some.filter(({ sample }) => sample.domainGroup === group);
    const [humans, machines] = [logits(its, "human"), logits(its, "ai")];
    return {
      auroc: auroc(humans, machines),
      at1: recallAt(humans, machines, 0.01),
      at5: recallAt(humans, machines, 0.05),
    };
  });
  return {
    auroc: mean(each.map((one) => one.auroc)),
    at1: mean(each.map((one) => one.at1)),
    at5: mean(each.map((one) => one.at5)),
  };
}

/** Where a share lies in 95 of 100 cases. */
const interval = (k: number, n: number): string => {
  const [low, high] = wilson(k, n);
  return `${percent(low)} to ${percent(high)}`;
};

/** How many of some texts would be called "likely AI", one row. */
export function calledRow(name: string, some: readonly Judged[], limits: readonly Limits[]): string[] {
  const called = some.filter((one) => isCalled(one, limits)).length;
  return [name, String(some.length), String(called), percent(called / some.length), interval(called, some.length)];
}

/** Human texts called "likely AI", by source and kind of writing, the worst first. */
export function humanTable(judged: readonly Judged[], limits: readonly Limits[]): string {
  const humans = judged.filter(({ sample }) => sample.label === "human" && sample.words >= 150);
  const names = [...new Set(humans.map(({ sample }) => humanGroup(sample)))];
  const rows = names.map((name) =>
    calledRow(
      name,
      humans.filter(({ sample }) => humanGroup(sample) === name),
      limits,
    ),
  );
  rows.sort((a, b) => Number.parseFloat(b[3] ?? "0") - Number.parseFloat(a[3] ?? "0") || Number(b[1]) - Number(a[1]));
  const learners = calledRow(
    "**learners of English**",
    humans.filter(({ sample }) => isLearner(sample)),
    limits,
  );
  return table(
    ["human texts of 150 words or more", "n", "called", "share", "95 % interval"],
    [calledRow("**all**", humans, limits), learners, ...rows],
  );
}

/** Of texts of 150 words or more: the share of machine texts that is called, and of human texts. */
function calledCells(some: readonly Judged[], limits: readonly Limits[]): string[] {
  const [, , , found = "-"] = calledRow("", longEnough(some, "ai"), limits);
  const [, , , wrong = "-"] = calledRow("", longEnough(some, "human"), limits);
  return [found, wrong];
}

/** Head and rows of a table of what was left out: what separates, and what is called. */
export const leftOutHead = (first: string): string[] => [
  ...separationHead.map((one, at) => (at === 0 ? first : one)),
  "called likely AI (150 words)",
  "human texts called",
];

export const leftOutRow = (name: string, some: readonly Judged[], limits: readonly Limits[]): string[] => [
  ...separation(name, some),
  ...calledCells(some, limits),
];

const bySource = (some: readonly Judged[]): Map<string, Judged[]> => Map.groupBy(some, ({ sample }) => sample.source);
const called = (some: readonly Judged[], limits: readonly Limits[]): number =>
  some.filter((one) => isCalled(one, limits)).length;
const share = (some: readonly Judged[], limits: readonly Limits[]): number => called(some, limits) / some.length;

/** Each source, judged by models that saw no text of it. */
export const sourcesTable = (judged: readonly Judged[], limits: readonly Limits[]): string =>
  table(
    leftOutHead("source"),
    [...bySource(judged.filter(genuine))].map(([name, its]) => leftOutRow(name, its, limits)),
  );

/** The bounds that the checker is built for, and what holds of sources left out whole; texts of 150 words or more. */
export function goalsTable(judged: readonly Judged[], limits: readonly Limits[]): string {
  const whole = judged.filter(genuine);
  const people = longEnough(whole, "human");
  const groups = [...Map.groupBy(people, ({ sample }) => humanGroup(sample))]
    .filter(([, its]) => its.length >= leastOfGroup)
    .map(([name, its]) => ({ name, share: share(its, limits) }))
    .sort((a, b) => b.share - a.share);
  const learners = people.filter(({ sample }) => isLearner(sample));
  const machines = [...bySource(longEnough(whole, "ai")).values()].map((its) => share(its, limits));
  const separated = [...bySource(whole).values()]
    .map((its) => [logits(its, "human"), logits(its, "ai")] as const)
    .filter(([humans, others]) => humans.length > 20 && others.length > 20)
    .map(([humans, others]) => auroc(humans, others));
  return table(
    ["of sources left out whole", "asked", "here"],
    [
      [
        "worst human group of 60 or more called",
        "4 % at most",
        `${percent(groups[0]?.share ?? 0)} (${groups[0]?.name})`,
      ],
      ["all human texts called", "0.4 % at most", `${percent(share(people, limits), 2)} of ${people.length}`],
      ["learners of English called", "0.2 % at most", `${percent(share(learners, limits), 2)} of ${learners.length}`],
      ["machine texts called, mean over sources", "70 % at least", `${percent(mean(machines))} in ${machines.length}`],
      ["AUROC, mean over sources of both", "0.955 at least", `${mean(separated).toFixed(3)} in ${separated.length}`],
    ],
  );
}

/** The same text, were it not personal. */
const asCommon = (one: Judged): Judged => ({ ...one, sample: { ...one.sample, personal: 0 } });

/** Rows by source, the worst first: how many are called at the limit of other texts, and at their own. */
function personalRows(some: readonly Judged[], limits: readonly Limits[]): string[][] {
  const row = (name: string, its: readonly Judged[]): string[] => {
    const [, n = "", k = "", part = "", range = ""] = calledRow(name, its, limits);
    return [name, n, String(called(its.map(asCommon), limits)), k, part, range];
  };
  const sources = [...bySource(some)].sort(
    ([, a], [, b]) => share(b, limits) - share(a, limits) || b.length - a.length,
  );
  return [row("**all**", some), ...sources.map(([name, its]) => row(name, its))];
}

/** Personal writing by source, each left out whole; and what the limit of its own costs. */
export function personalTables(judged: readonly Judged[], limits: readonly Limits[]): string {
  const personal = judged.filter(({ sample }) => sample.isWhole && isPersonal(sample));
  const head = (of: string): string[] => [of, "n", "above the common limit", "called", "share", "95 % interval"];
  const sources = [...personalSources(judged).values()];
  const worst = (made: (one: Judged) => Judged): string => {
    const { mean: middle, high } = worstSource(sources.map((its) => its.map((one) => isCalled(made(one), limits))));
    return `${percent(middle)} (upper bound ${percent(high)})`;
  };
  const essays = longEnough(judged, "ai").filter(({ sample }) => sample.isWhole && sample.domain === "college-essay");
  const own = essays.filter(({ sample }) => isPersonal(sample));
  return `${table(head("personal texts by people, by source"), personalRows(longEnough(personal, "human"), limits))}

The worst of the ${sources.length} sources with ${leastOfGroup} such texts or more, in 1,000 resamples of their texts: ${worst((one) => one)} called; at the
common limit ${worst(asCommon)}.

${table(head("personal texts by machines, by source"), personalRows(longEnough(personal, "ai").filter(genuine), limits))}

Of the ${essays.length} college essays by machines ${own.length} are personal: they are about topics, not about a life. ${percent(share(essays, limits))} of all are called
(${percent(share(essays.map(asCommon), limits))} at the common limit; ${interval(called(essays, limits), essays.length)}). No admission essay by a person is among the texts.`;
}
