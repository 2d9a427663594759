import { byPeopleOf100, kindNames, worstOf } from "./card.ts";
import type { ErrorRate, Share } from "./model.ts";

const shareLabel = ({ k, n }: Share): string => `${k.toLocaleString("en-US")} of ${n.toLocaleString("en-US")}`;
const percent = ({ k, n }: Share): string => `${((100 * k) / Math.max(1, n)).toFixed(1)}%`;
const lengthLabel = (words: number): string => (words >= 300 ? "300 words or more" : "150 to 299 words");

/** The rate of the chosen kind; without a choice the worst one. */
const chosen = (rates: readonly ErrorRate[], kind: string): ErrorRate | undefined =>
  rates.find((rate) => rate.kind === kind && rate.humans.n > 0) ?? worstOf(rates) ?? rates[0];

/** One text in twenty is by a machine: the arithmetic is done for this share. */
const used = 0.05;

/** How often “resembles machine-written text” was wrong, a paragraph each: for the kind, and over all kinds. */
export function rateTexts(rates: readonly ErrorRate[], kind: string): string[] {
  const rate = chosen(rates, kind);
  if (!rate) return [];
  const all = rates.find((one) => one.kind === "all");
  const people = all ? byPeopleOf100(all, used) : null;
  const which = rate.kind === kind ? "you chose" : "where it is worst";
  const found =
    rate.machines.n > 0
      ? ` Of machine-written ones, ${shareLabel(rate.machines)} (${percent(rate.machines)}) were found; the others were not.`
      : "";
  const own = `Of human texts of ${lengthLabel(rate.words)}, ${shareLabel(rate.humans)} (${percent(rate.humans)}) were said to resemble machine-written text in the kind ${which}: ${kindNames[rate.kind] ?? rate.kind}.${found}`;
  if (people === null || !all) return [own];
  return [
    own,
    `Over all kinds, ${percent(all.humans)} of human texts are flagged by mistake and ${percent(all.machines)} of machine texts are found. If 1 text in 20 is written by a machine, about ${people} of 100 flagged texts are by people.`,
  ];
}
