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
export function byPeopleOf100({ humans, machines }: ErrorRate, used: number): number | null {
  if (humans.n === 0 || machines.n === 0) return null;
  const wrong = (1 - used) * (humans.k / humans.n);
  const right = used * (machines.k / machines.n);
  return wrong + right === 0 ? null : Math.round((100 * wrong) / (wrong + right));
}
