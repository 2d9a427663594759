import type { WriterSubject } from "./levels.ts";

/** A writer as the choice for an order sees it. */
export type Candidate = {
  id: string;
  subjects: readonly WriterSubject[];
  openOrders: number;
  capacity: number;
  /** Not at work on a day before the order is due. */
  away: boolean;
  /** Finished deliveries, those in time, and those in the subject of the order. */
  delivered: number;
  onTime: number;
  inSubject: number;
  /** The same client's orders before. */
  forClient: number;
  /** Had an offer of this order that led to nothing, or had the order. */
  askedBefore: boolean;
};

export type Suggestion = { id: string; fits: boolean; reasons: readonly string[] };

const sameSubject = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Whether a writer writes in this subject; an order without one fits everybody, and so does a writer without any. */
export const fitsSubject = (subjects: readonly WriterSubject[], subject: string | null): boolean =>
  subject === null || subjects.length === 0 || subjects.some(({ name }) => sameSubject(name, subject));

const namesSubject = (subjects: readonly WriterSubject[], subject: string | null): boolean =>
  subject !== null && subjects.some(({ name }) => sameSubject(name, subject));

const lateness = ({ delivered, onTime }: Candidate): number => (delivered === 0 ? 0 : (delivered - onTime) / delivered);

/** Larger is better. A subject weighs more than anything that was written before, and that more than an empty desk. */
const weight = (one: Candidate, subject: string | null): number =>
  (namesSubject(one.subjects, subject) ? 40 : 0) +
  Math.min(one.inSubject, 5) * 4 +
  (one.forClient > 0 ? 10 : 0) +
  10 * (1 - one.openOrders / Math.max(1, one.capacity)) -
  30 * lateness(one);

const times = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`;

const reasonsFor = (one: Candidate, subject: string | null): readonly string[] =>
  [
    one.askedBefore && "was asked before",
    one.away && "away before the deadline",
    one.openOrders >= one.capacity && "no capacity left",
    subject !== null && !fitsSubject(one.subjects, subject) && `does not write in ${subject}`,
    namesSubject(one.subjects, subject) && `writes in ${subject}`,
    one.inSubject > 0 && `${times(one.inSubject, "delivery", "deliveries")} in it`,
    one.forClient > 0 && "knows this client's orders",
    one.delivered > 0 && `${one.onTime} of ${one.delivered} on time`,
  ].filter((reason) => reason !== false);

/** Writers for an order, the best choice first, each with why. Equal ones keep the order in which they came. */
export const suggestWriters = (candidates: readonly Candidate[], subject: string | null): readonly Suggestion[] =>
  candidates
    .map((one) => ({
      one,
      fits: one.openOrders < one.capacity && !one.away && !one.askedBefore && fitsSubject(one.subjects, subject),
    }))
    .toSorted((a, b) => Number(b.fits) - Number(a.fits) || weight(b.one, subject) - weight(a.one, subject))
    .map(({ one, fits }) => ({ id: one.id, fits, reasons: reasonsFor(one, subject) }));
