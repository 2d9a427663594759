import { type HistoryEntry, type SentencesOf, sumOf, versionIn } from "./actions/row.ts";
import type { TimerEventName } from "./life-timers.ts";
import { type Action, actionTable, type OrderEventName } from "./lifecycle.ts";
import type { ActorKind } from "./states.ts";

/** Entries of the history that are no action of the life-cycle table, and who causes them. */
type OtherWriters = { reprice: "C"; draft: "W" | "A"; report: "W" | "A"; "report-removed": "W" | "A"; payment: "S" };

const otherEntries: { readonly [N in keyof OtherWriters]: HistoryEntry & SentencesOf<OtherWriters[N]> } = {
  reprice: {
    title: "Price calculated again",
    client: "shown",
    writer: "hidden",
    by: ({ from, to }) => `had the price calculated again: ${sumOf(to)} instead of ${sumOf(from)}`,
  },
  draft: {
    title: "Draft added",
    client: "shown",
    writer: "shown",
    by: (detail) => `added a draft:${versionIn(detail)}`,
  },
  report: {
    title: "Originality report added",
    client: "shown",
    writer: "shown",
    by: (detail) => `added an originality report to${versionIn(detail)}`,
  },
  "report-removed": {
    title: "Originality report removed",
    client: "shown",
    writer: "shown",
    by: (detail) => `removed an originality report from${versionIn(detail)}`,
  },
  payment: { title: "Payment status changed", client: "shown", writer: "hidden", alone: "The payment status changed" },
};

export type EntryName = Action | keyof OtherWriters;

const isOther = (name: EntryName): name is keyof OtherWriters => Object.hasOwn(otherEntries, name);

export const isEntryName = (name: string): name is EntryName =>
  Object.hasOwn(otherEntries, name) || Object.hasOwn(actionTable, name);

/** What the history says of an entry, and who sees it. */
export const historyEntry = (name: EntryName): HistoryEntry =>
  isOther(name) ? otherEntries[name] : actionTable[name].history;

/** Whether the other one of client and writer reads what this side writes with an action; what admins write goes to both. */
export const readByOtherSide = (action: Action, by: ActorKind): boolean => {
  const { client, writer } = historyEntry(action);
  return (by === "C" && writer === "with text") || (by === "W" && client === "with text");
};

/** What a command emits beside the event of a step. */
type CommandEventName =
  | "order.claim-asked"
  | "order.draft-added"
  | "order.files-added"
  | "order.held-refund-ended"
  | "order.rated"
  | "order.refund-held"
  | "order.rating-replied"
  | "order.report-added"
  | "order.repriced"
  | "order.unpayable"
  | "order.writer-gone";

/** Every event about an order: of its steps, of its timers and of other commands. */
export type AnyOrderEventName = OrderEventName | TimerEventName | CommandEventName;

/** What happens to a passage that is hidden from the other side of an order. */
export type PassageEventName = "passage.waits" | "passage.shown" | "passage.kept";

/** What happens to a request that a person reads before it is an order. */
export type RequestEventName = "request.held" | "request.accepted" | "request.refused" | "request.expired";
