import type { Limits } from "#src/modules/checker/domain/model.ts";
import { humanGroup, isLearner, isPersonal, type Judged, leastOfGroup } from "./judged.ts";
import { auroc, mean } from "./measure.ts";
import { personalSources, worstSource } from "./personal-limit.ts";
import {
  calledRow,
  genuine,
  interval,
  isCalled,
  leftOutHead,
  leftOutRow,
  longEnough,
  percent,
  table,
} from "./tables.ts";

const bySource = (some: readonly Judged[]): Map<string, Judged[]> => Map.groupBy(some, ({ sample }) => sample.source);
const logits = (some: readonly Judged[], label: "human" | "ai"): number[] =>
  some.filter(({ sample }) => sample.label === label).map(({ logit }) => logit);
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
