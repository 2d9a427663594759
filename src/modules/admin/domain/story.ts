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

/** After the name of who did it. An action without a row is told by its title. */
const verbs: Readonly<Record<string, Say>> = {
  place: () => "placed the order and accepted the terms and the fair-use promise",
  quote: ({ quoteCents }) => `sent a quote of ${sum(quoteCents)}`,
  "ask-quote": () => "asked for a quote again",
  "counter-quote": ({ counterCents }) =>
    `made a counter-offer${typeof counterCents === "number" ? ` of ${sum(counterCents)}` : ""}`,
  "decline-quote": () => "declined the quote",
  "confirm-payment": () => "confirmed the payment. The money is held",
  assign: (detail) => `asked ${writerIn(detail)} to take the order`,
  claim: () => "took the order",
  accept: () => "accepted the order",
  "accept-for-writer": () => "accepted the order for the writer",
  decline: () => "declined the order",
  "withdraw-offer": () => "took the offer back",
  reassign: () => "took the order from the writer",
  hold: () => "asked the client a question. The order went on hold and the clock stopped",
  answer: () => "answered. The clock runs again",
  "answer-for-client": () => "entered the client's answer. The clock runs again",
  "end-pause": () => "ended the pause. The clock runs again",
  draft: (detail) => `added a draft:${part(detail)}`,
  deliver: (detail) => `delivered${part(detail)}${credited(detail)}`,
  approve: () => "approved the work",
  "undo-approval": () => "took the approval back",
  "request-revision": () => "asked for a revision",
  "open-dispute": () => "opened a dispute. The money is frozen",
  "decide-complete": (detail) => `decided that the work stands${back(detail)}`,
  "decide-refund": (detail) => `decided for a refund${back(detail)}`,
  "decide-resume": () => "decided that the writer goes on",
  "decide-reassign": () => "decided for another writer",
  "complete-unreached": () => "finished the order without the client",
  cancel: (detail) => `cancelled the order${back(detail)}`,
};

/** What happened without a person. */
const alone: Readonly<Record<string, Say>> = {
  "confirm-payment": () => "The payment arrived. The money is held",
  expire: () => "The order was closed unpaid",
  "end-quote": () => "The quote ended unpaid",
  "lapse-offer": () => "The offer ended without an answer",
  resume: () => "The pause ended without an answer. The clock runs again",
  complete: () => "The approval took effect. The order is finished",
  "complete-by-time": () => "The review time ended. The order is finished",
  "cancel-unassigned": (detail) => `The deadline passed without a writer. The order was cancelled${back(detail)}`,
  "refund-undecided": (detail) => `Nobody decided in time. The money goes back${back(detail)}`,
  release: () => "The time for revisions ended. The money was released",
};

export type StoryEntry = { action: string; actorKind: string; title: string; detail: Detail };

/** One entry of the history as a sentence: who did it, and what it was. */
export function sentenceOf(entry: StoryEntry, who: string | null): { who: string | null; text: string } {
  const say = entry.actorKind === "S" || who === null ? alone[entry.action] : verbs[entry.action];
  if (entry.actorKind === "S" || who === null) return { who: null, text: `${say?.(entry.detail) ?? entry.title}.` };
  if (say) return { who, text: `${say(entry.detail)}.` };
  return { who, text: `: ${entry.title.charAt(0).toLowerCase()}${entry.title.slice(1)}.` };
}

/** Entries that moved the order; the others are told more quietly. */
export const isMain = (entry: { from: string | null; to: string }): boolean => entry.from !== entry.to;
