import { type EntryDetail, type EntryName, historyEntry } from "#src/modules/orders/index.ts";

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
