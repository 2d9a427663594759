import type { ErrorRate } from "./model.ts";

/** What a model says of itself: its version, the hashes of its file and of its training texts, its measured errors. */
export type Card = { version: string; corpus: string; sha256: string; rates: readonly ErrorRate[] };

/** Kinds of writing in the measured rates, as people call them. */
export const kindNames: Readonly<Record<string, string>> = {
  unseen: "A kind of writing it has never seen",
  abstract: "Research abstracts",
  essay: "Essays of students",
  fiction: "Fiction",
  m4: "Mixed web texts",
  "mixed A": "Books, finance, law, news and others, first half",
  "mixed B": "Books, finance, law, news and others, second half",
  "news and forum": "News and forum posts",
  review: "Reviews",
};

/** A kind that there is, or "" for whatever else was sent: none was chosen. */
export const kindOf = (asked: string): string => (Object.hasOwn(kindNames, asked) ? asked : "");

/** The kind with the highest measured share of human texts called "likely AI" among those of one length. */
export const worstOf = (rates: readonly ErrorRate[]): ErrorRate | undefined =>
  rates
    .filter(({ kind, humans }) => kind !== "all" && humans.n >= 30)
    .sort((a, b) => b.humans.k / b.humans.n - a.humans.k / a.humans.n)[0];

/** Of 100 texts called "likely AI", how many are by people when `used` of all texts are by machines. Null: not measured. */
export function byPeopleOf100({ humans, machines }: ErrorRate, used: number): number | null {
  if (humans.n === 0 || machines.n === 0) return null;
  const wrong = (1 - used) * (humans.k / humans.n);
  const right = used * (machines.k / machines.n);
  return wrong + right === 0 ? null : Math.round((100 * wrong) / (wrong + right));
}
