import { type AcademicLevel, levelLabels, reaches } from "#src/shared/academic-level.ts";
import type { WriterSubject } from "./application.ts";

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
  /** Perhaps the same person as the client. */
  maySharePerson: boolean;
  /** Had an offer of this order that led to nothing, or had the order. */
  askedBefore: boolean;
};

export type Suggestion = { id: string; fits: boolean; reasons: readonly string[] };

const sameSubject = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** What an order is about, and at which level; null where its client named none. */
export type Asked = { subject: string | null; level: AcademicLevel | null };

/** Whether a writer writes in this subject; an order without one fits everybody, and so does a writer without any. */
const writesIn = (subjects: readonly WriterSubject[], subject: string | null): boolean =>
  subject === null || subjects.length === 0 || subjects.some(({ name }) => sameSubject(name, subject));

const reachesLevel = (subjects: readonly WriterSubject[], { subject, level }: Asked): boolean => {
  if (level === null || subjects.length === 0) return true;
  const inIt = subjects.filter(({ name }) => subject === null || sameSubject(name, subject));
  return inIt.length === 0 || inIt.some(({ upTo }) => reaches(upTo, level));
};

/** Whether a writer writes in the subject of an order, up to its level. */
export const fitsOrder = (subjects: readonly WriterSubject[], asked: Asked): boolean =>
  writesIn(subjects, asked.subject) && reachesLevel(subjects, asked);

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

const reasonsFor = (one: Candidate, asked: Asked, { subject, level } = asked): readonly string[] =>
  [
    one.maySharePerson && "perhaps the same person as the client",
    one.askedBefore && "was asked before",
    one.away && "away before the deadline",
    one.openOrders >= one.capacity && "no capacity left",
    subject !== null && !writesIn(one.subjects, subject) && `does not write in ${subject}`,
    level !== null && !reachesLevel(one.subjects, asked) && `does not write up to ${levelLabels[level].toLowerCase()}`,
    namesSubject(one.subjects, subject) && `writes in ${subject}`,
    one.inSubject > 0 && `${times(one.inSubject, "delivery", "deliveries")} in it`,
    one.forClient > 0 && "knows this client's orders",
    one.delivered > 0 && `${one.onTime} of ${one.delivered} on time`,
  ].filter((reason) => reason !== false);

/** Whether a writer could take an order, whatever it is about. */
export const isAvailable = ({ openOrders, capacity, away, askedBefore, maySharePerson }: Candidate): boolean =>
  openOrders < capacity && !away && !askedBefore && !maySharePerson;

/** Writers for an order, the best choice first, each with why. Equal ones keep the order in which they came. */
export const suggestWriters = (candidates: readonly Candidate[], asked: Asked): readonly Suggestion[] =>
  candidates
    .map((one) => ({ one, fits: isAvailable(one) && fitsOrder(one.subjects, asked) }))
    .toSorted((a, b) => Number(b.fits) - Number(a.fits) || weight(b.one, asked.subject) - weight(a.one, asked.subject))
    .map(({ one, fits }) => ({ id: one.id, fits, reasons: reasonsFor(one, asked) }));

type Order = { id: string; due: Date | null };

const dueMs = ({ due }: Order): number => due?.getTime() ?? Number.MAX_SAFE_INTEGER;

/**
 * Gives each order a writer, the nearest deadline first: the first suggestion that `takes` accepts. Suggestions are asked
 * for with what was given before, so that nobody gets more than there are places.
 */
export function spreadOrders<O extends Order>(
  orders: readonly O[],
  suggest: (order: O, given: ReadonlyMap<string, number>) => readonly Suggestion[],
  takes: (one: Suggestion, given: ReadonlyMap<string, number>) => boolean = (one) => one.fits,
): { order: O; writerId: string | null; given: number }[] {
  const given = new Map<string, number>();
  return orders
    .toSorted((a, b) => dueMs(a) - dueMs(b) || a.id.localeCompare(b.id))
    .map((order) => {
      const writerId = suggest(order, given).find((one) => takes(one, given))?.id ?? null;
      const now = writerId === null ? 0 : (given.get(writerId) ?? 0) + 1;
      if (writerId !== null) given.set(writerId, now);
      return { order, writerId, given: now };
    });
}
