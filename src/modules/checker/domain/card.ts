import { figures } from "#src/shared/counted.ts";
import type { ErrorRate, Share } from "./model.ts";

/** What a model says of itself: its version, the hashes of its file and of its training texts, its measured errors. */
export type Card = { version: string; corpus: string; sha256: string; rates: readonly ErrorRate[] };

/** Kinds of writing in the measured rates, as people call them. */
export const kindNames: Readonly<Record<string, string>> = {
  unseen: "Any other kind of text",
  abstract: "Research abstracts",
  essay: "Essays of students",
  fiction: "Fiction",
  m4: "Texts of many kinds from the web",
  "mixed A": "Business, finance, law, government, environment, entertainment, books",
  "mixed B": "Teaching and technical texts, religion, food, other news and reviews",
  "news and forum": "News and forum posts",
  personal: "Personal texts, in the first person",
  review: "Reviews",
};

/** What people call a kind of the measured rates. */
export const kindName = (kind: string): string => (kind === "all" ? "All kinds" : (kindNames[kind] ?? kind));

/** A kind that there is, or "" for whatever else was sent: none was chosen. */
export const kindOf = (asked: string): string => (Object.hasOwn(kindNames, asked) ? asked : "");

/** Texts below which a share says nothing. */
const fewTexts = 30;

export const isMeasured = ({ n }: Share): boolean => n >= fewTexts;

/** Where a share of this many lies in 95 of 100 cases (Wilson's interval). */
export function boundsOf({ k, n }: Share): { low: number; high: number } {
  const z = 1.96;
  const middle = k / n + (z * z) / (2 * n);
  const half = z * Math.sqrt(((k / n) * (1 - k / n)) / n + (z * z) / (4 * n * n));
  const whole = 1 + (z * z) / n;
  return { low: Math.max(0, (middle - half) / whole), high: Math.min(1, (middle + half) / whole) };
}

/** A share in percent with one digit behind the point. */
export const percentText = (share: number): string => (100 * share).toFixed(1);

/** Of what was measured the worst first, then what too few texts stand for. */
export const worstFirst = (rates: readonly ErrorRate[]): ErrorRate[] => {
  const order = ({ humans }: ErrorRate): number => (isMeasured(humans) ? humans.k / humans.n : -1);
  return [...rates].sort((a, b) => order(b) - order(a));
};

/** The kind with the highest measured share of human texts called "likely AI" among those of one length. */
export const worstOf = (rates: readonly ErrorRate[]): ErrorRate | undefined =>
  worstFirst(rates.filter(({ kind, humans }) => kind !== "all" && isMeasured(humans)))[0];

/** Of 100 texts called "likely AI", how many are by people when `used` of all texts are by machines. Null: not measured. */
function byPeopleOf100({ humans, machines }: ErrorRate, used: number): number | null {
  if (humans.n === 0 || machines.n === 0) return null;
  const wrong = (1 - used) * (humans.k / humans.n);
  const right = used * (machines.k / machines.n);
  return wrong + right === 0 ? null : Math.round((100 * wrong) / (wrong + right));
}

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
