import type { HistoryEntry } from "./actions/row.ts";
import { type Action, actionTable } from "./lifecycle.ts";
import type { ActorKind } from "./states.ts";

/** Entries of the history that are no action of the life-cycle table. */
const otherEntries = {
  reprice: { title: "Price made anew", client: "shown", writer: "hidden" },
  draft: { title: "Draft added", client: "shown", writer: "shown" },
  payment: { title: "Payment status changed", client: "shown", writer: "hidden" },
} as const satisfies Record<string, HistoryEntry>;

export type EntryName = Action | keyof typeof otherEntries;

/** Who may write an entry: whoever may take the action. */
type OtherWriters = { reprice: "C"; draft: "W" | "A"; payment: "S" };
export type WritersOf<N extends EntryName> = N extends Action
  ? (typeof actionTable)[N]["moves"][number]["actors"][number]
  : OtherWriters[Exclude<N, Action>];

const isOther = (name: EntryName): name is keyof typeof otherEntries => Object.hasOwn(otherEntries, name);

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
