import type { EntryName, WritersOf } from "#src/modules/orders/index.ts";
import { formatUsd } from "#src/shared/money.ts";

type Detail = Readonly<Record<string, unknown>>;
type Say = (detail: Detail) => string;

const writerIn = ({ writerName }: Detail): string => (typeof writerName === "string" ? writerName : "a writer");
const sum = (cents: unknown): string => (typeof cents === "number" ? formatUsd(cents) : "money");
const back = ({ refundCents }: Detail): string =>
  typeof refundCents === "number" && refundCents > 0 ? `. ${formatUsd(refundCents)} went back` : "";
const credited = ({ refundCents, waivedCents }: Detail): string => {
  const cents = [refundCents, waivedCents].reduce<number>((all, one) => all + (typeof one === "number" ? one : 0), 0);
  return cents > 0 ? `. It was late, so ${formatUsd(cents)} was credited to the client` : "";
};
const part = ({ delivery }: Detail): string => (typeof delivery === "number" ? ` version ${delivery}` : " the work");

/** `by`: after the name of who did it. `alone`: what happened without a person. */
type Sentences = { by?: Say; alone?: Say };

/** Every entry of the history has a sentence for each kind of person who may cause it, and for none. */
const sentences: {
  readonly [N in EntryName]: ("S" extends WritersOf<N> ? { alone: Say } : { alone?: never }) &
    ([Exclude<WritersOf<N>, "S">] extends [never] ? { by?: never } : { by: Say });
} = {
  place: { by: () => "placed the order and accepted the terms and the fair-use promise" },
  quote: { by: ({ quoteCents }) => `sent a quote of ${sum(quoteCents)}` },
  "end-quote": { alone: () => "The quote ended unpaid" },
  "counter-quote": {
    by: ({ counterCents }) =>
      `made a counter-offer${typeof counterCents === "number" ? ` of ${sum(counterCents)}` : ""}`,
  },
  "decline-quote": { by: () => "declined the quote" },
  "ask-quote": { by: () => "asked for a quote again" },
  "confirm-payment": {
    by: () => "confirmed the payment. The money is held",
    alone: () => "The payment arrived. The money is held",
  },
  expire: { alone: () => "The order was closed unpaid" },
  assign: { by: (detail) => `asked ${writerIn(detail)} to take the order` },
  claim: { by: () => "took the order" },
  accept: { by: () => "accepted the order" },
  "accept-for-writer": { by: () => "accepted the order for the writer" },
  decline: { by: () => "declined the order" },
  "lapse-offer": { alone: () => "The offer ended without an answer" },
  "withdraw-offer": { by: () => "took the offer back" },
  reassign: { by: () => "took the order from the writer", alone: () => "The writer left. The order needs another one" },
  hold: { by: () => "asked the client a question. The order went on hold and the clock stopped" },
  answer: { by: () => "answered. The clock runs again" },
  "answer-for-client": { by: () => "entered the client's answer. The clock runs again" },
  resume: { alone: () => "The pause ended without an answer. The clock runs again" },
  "end-pause": { by: () => "ended the pause. The clock runs again" },
  deliver: { by: (detail) => `delivered${part(detail)}${credited(detail)}` },
  approve: { by: () => "approved the work" },
  "undo-approval": { by: () => "took the approval back" },
  complete: { alone: () => "The approval took effect. The order is finished" },
  "complete-by-time": { alone: () => "The review time ended. The order is finished" },
  "complete-unreached": { by: () => "finished the order without the client" },
  "request-revision": { by: () => "asked for a revision" },
  release: { alone: () => "The time for revisions ended. The money was released" },
  "open-dispute": { by: () => "opened a dispute. The money is frozen" },
  "answer-dispute": { by: () => "answered the claim" },
  "decide-complete": { by: (detail) => `decided that the work stands${back(detail)}` },
  "decide-refund": { by: (detail) => `decided for a refund${back(detail)}` },
  "decide-resume": { by: () => "decided that the writer goes on" },
  "decide-reassign": { by: () => "decided for another writer" },
  "accept-decision": { by: () => "accepted the decision" },
  "appeal-decision": { by: () => "appealed the decision" },
  "complete-decided": { alone: () => "The decision took effect. The work stands" },
  "refund-decided": { alone: (detail) => `The decision took effect. The order was refunded${back(detail)}` },
  "resume-decided": { alone: () => "The decision took effect. The writer goes on" },
  "reassign-decided": { alone: () => "The decision took effect. The order needs another writer" },
  "refund-undecided": { alone: (detail) => `Nobody decided in time. The money goes back${back(detail)}` },
  cancel: { by: (detail) => `cancelled the order${back(detail)}` },
  "give-back": { by: ({ refundCents }) => `gave ${sum(refundCents)} back to the client` },
  "cancel-unassigned": {
    alone: (detail) => `The deadline passed without a writer. The order was cancelled${back(detail)}`,
  },
  "end-unpaid": { by: () => "ended the order, because the second payment did not come" },
  chargeback: { alone: () => "The payment was charged back. The money is frozen" },
  "end-chargeback": { alone: (detail) => `The chargeback was closed${back(detail)}` },
  "ask-change": { by: () => "asked for a change of the order" },
  "withdraw-change": { by: () => "took the change back" },
  "accept-change": { by: () => "agreed to the change" },
  "decline-change": { by: () => "declined the change. The order stays as it is" },
  "lapse-change": { alone: () => "The time for the change ended. The order stays as it is" },
  "apply-change": { alone: () => "The change was paid and made" },
  draft: { by: (detail) => `added a draft:${part(detail)}` },
  reprice: { by: ({ from, to }) => `had the price made anew: ${sum(to)} instead of ${sum(from)}` },
  payment: { alone: () => "The payment status changed" },
};

export type StoryEntry = { action: EntryName; actorKind: string; title: string; detail: Detail };

/** One entry of the history as a sentence: who did it, and what it was. */
export function sentenceOf(entry: StoryEntry, who: string | null): { who: string | null; text: string } {
  const { by, alone }: Sentences = sentences[entry.action];
  if (entry.actorKind === "S" || who === null) return { who: null, text: `${alone?.(entry.detail) ?? entry.title}.` };
  if (by) return { who, text: `${by(entry.detail)}.` };
  return { who, text: `: ${entry.title.charAt(0).toLowerCase()}${entry.title.slice(1)}.` };
}

/** Entries that moved the order; the others are told more quietly. */
export const isMain = (entry: { from: string | null; to: string }): boolean => entry.from !== entry.to;
