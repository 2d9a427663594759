import { type EntryDetail, type EntryName, historyEntry, type LifeTimerKind } from "#src/modules/orders/index.ts";

/** What happens automatically when nobody acts, as an admin reads it. */
const labels: Readonly<Record<LifeTimerKind, string>> = {
  "order.unpaid-end": "Cancelled, because it is not paid",
  "order.quote-alarm": "Notice to us: the quote is late",
  "order.quote-end": "The quote ends",
  "order.unassigned-end": "Cancelled, all the money goes back",
  "order.accept-end": "The offer to the writer ends",
  "order.late-alarm": "Notice to us: the work is late",
  "order.late-offer": "The client is offered a full refund",
  "order.hold-reminder-1": "Reminder to the client",
  "order.hold-reminder-2": "Second reminder to the client",
  "order.hold-end": "Work continues without an answer",
  "order.approval-end": "Finished, unless the client undoes the approval",
  "order.review-reminder-1": "Reminder to the client",
  "order.rest-reminder-1": "Reminder to the client: second payment",
  "order.rest-reminder-2": "Second reminder: second payment",
  "order.rest-end": "You can end the order without the second payment",
  "order.time-end": "The client is no longer asked for a later deadline",
  "order.change-end": "The change that the client asked for ends without an answer",
  "order.review-reminder-2": "Second reminder to the client",
  "order.review-end": "Finished, when the client has seen the work",
  "order.unreached-end": "Notice to us: decide about work that was not seen",
  "order.revision-end": "The money is released",
  "order.dispute-heard": "You can decide, also without an answer",
  "order.dispute-alarm": "Notice to us: the decision is late",
  "order.decided-complete": "The decision takes effect: the work is accepted",
  "order.decided-refund": "The decision takes effect: refund",
  "order.decided-resume": "The decision takes effect: the writer continues",
  "order.decided-reassign": "The decision takes effect: another writer",
  "order.dispute-end": "Full refund, when nobody has decided",
};

const isKind = (kind: string): kind is LifeTimerKind => Object.hasOwn(labels, kind);
export const automaticLabel = (kind: string): string => (isKind(kind) ? labels[kind] : kind);

/** Steps that certainly take the order out of its state: what would come after one of them cannot happen any more. */
const ends: readonly string[] = [
  "order.unpaid-end",
  "order.unassigned-end",
  "order.approval-end",
  "order.decided-complete",
  "order.decided-refund",
  "order.decided-resume",
  "order.decided-reassign",
  "order.dispute-end",
] satisfies LifeTimerKind[];

type Timer = { kind: string; due: Date };

/** What can still happen, in the order of time; nothing after the step that ends the state. */
export const stillAhead = <T extends Timer>(timers: readonly T[], now: Date): readonly T[] => {
  const ahead = timers.filter(({ due }) => due > now).toSorted((a, b) => a.due.getTime() - b.due.getTime());
  const end = ahead.findIndex(({ kind }) => ends.includes(kind));
  return end === -1 ? ahead : ahead.slice(0, end + 1);
};

type SentenceEntry = { action: EntryName; actorKind: string; detail: EntryDetail };

/** One entry of the history as a sentence: who did it, and what it was. */
export function sentenceOf(entry: SentenceEntry, who: string | null): { who: string | null; text: string } {
  const { title, by, alone } = historyEntry(entry.action);
  const say = (sentence: typeof by) => (typeof sentence === "function" ? sentence(entry.detail) : sentence);
  if (entry.actorKind === "S" || who === null) return { who: null, text: `${say(alone) ?? title}.` };
  const text = say(by);
  if (text) return { who, text: `${text}.` };
  return { who, text: `: ${title.charAt(0).toLowerCase()}${title.slice(1)}.` };
}

/** Entries that changed the order's state; the others are shown less prominently. */
export const isMain = (entry: { from: string | null; to: string }): boolean => entry.from !== entry.to;
