import { figures } from "#src/shared/counted.ts";
import { byPeopleOf100, isMeasured, kindName, worstOf } from "./card.ts";
import type { ErrorRate, Share } from "./model.ts";

const shareLabel = ({ k, n }: Share): string => `${figures(k)} of ${figures(n)}`;
const percent = ({ k, n }: Share): string => `${((100 * k) / Math.max(1, n)).toFixed(1)}%`;
const lengthLabel = (words: number): string => (words >= 300 ? "300 words or more" : "150 to 299 words");

/** One text in twenty is by a machine: the arithmetic is done for this share. */
const used = 0.05;

/** What a rate says of machine-written texts: its own count, or the one of all kinds where few of this kind were counted. */
function foundText({ machines }: ErrorRate, all: Share): string {
  if (isMeasured(machines))
    return `Of machine-written ones, ${shareLabel(machines)} (${percent(machines)}) were found; the others were not.`;
  return `Too few machine-written texts of this kind were counted; of all kinds, ${shareLabel(all)} (${percent(all)}) were found.`;
}

/**
 * How often “resembles machine-written text” was wrong, a paragraph each, all of one rate: that of the chosen kind, else
 * of the worst one. A kind of which too few human texts were counted is named, and the worst one stands for it.
 */
export function rateTexts(rates: readonly ErrorRate[], kind: string): string[] {
  const asked = rates.find((rate) => rate.kind === kind && kind !== "all");
  const isChosen = asked !== undefined && isMeasured(asked.humans);
  const rate = isChosen ? asked : worstOf(rates);
  const all = rates.find((one) => one.kind === "all");
  if (!rate || !all) return [];
  const { humans } = rate;
  const machines = isMeasured(rate.machines) ? rate.machines : all.machines;
  const people = byPeopleOf100({ ...rate, machines }, used);
  const few =
    asked && !isChosen
      ? [
          `Of the kind you chose (${kindName(asked.kind)}) only ${figures(asked.humans.n)} human texts of this length were counted, too few to say. So this is the kind where it is worst.`,
        ]
      : [];
  const own = `Of human texts of ${lengthLabel(rate.words)}, ${shareLabel(humans)} (${percent(humans)}) were said to resemble machine-written text in the kind ${isChosen ? "you chose" : "where it is worst"}: ${kindName(rate.kind)}. ${foundText(rate, all.machines)}`;
  const meaning =
    people === null
      ? []
      : [
          `If 1 text in 20 is written by a machine, about ${people} of 100 texts that are flagged at these rates (${shareLabel(humans)} and ${shareLabel(machines)}) are by people.`,
        ];
  return [...few, own, ...meaning];
}

/** The limits of an answer, shown beside every answer and in every report. */
export const limitTexts: readonly { title: string; text: string }[] = [
  {
    title: "It proves nothing.",
    text: "It compares a style with the styles it learned from. Do not use it to accuse a person, and do not let others use it against you.",
  },
  {
    title: "Second-language writers.",
    text: "Simple, correct sentences can look machine-written. We measure learners of English apart and keep the limit for them, but it is not zero.",
  },
  {
    title: "Polished text.",
    text: "A text of your own that a tool has smoothed looks like the tool’s. The checker cannot tell the two apart.",
  },
  {
    title: "It cannot see how you worked.",
    text: "Notes, drafts and version history say more than any checker.",
  },
];
