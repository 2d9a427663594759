import type { PageText } from "./page-text.ts";
import { linesOf } from "./plain-text.ts";

/** A sentence that reads differently: what stays before and after, and the words that change between. */
export type ChangedSentence = { part: string; before: string; was: string; is: string; after: string };

/** The words of a text with what is between them, and its sentences. */
const wordsIn = (text: string): readonly string[] => text.split(/(?<=\s)/);
const sentencesIn = (line: string): readonly string[] => line.split(/(?<=[.!?])\s+/);

/** A point of a list, read outside of it. */
const withoutMark = (text: string): string => text.replace(/^(?:-|\d+\.) /, "");

type Line = { part: string; text: string };

/** The lines of a page, each with the heading above it. */
function linesIn({ lede, blocks }: PageText): Line[] {
  const lines: Line[] = [];
  let part = "";
  if (lede) for (const text of linesOf({ kind: "text", of: lede })) lines.push({ part, text });
  for (const block of blocks) {
    const texts = linesOf(block);
    if (block.kind === "heading" && block.level === 2) part = texts[0] ?? "";
    lines.push(...texts.map((text) => ({ part, text: block.kind === "list" ? withoutMark(text) : text })));
  }
  return lines;
}

function compared(part: string, was: string, is: string): ChangedSentence {
  const [old, now] = [wordsIn(was), wordsIn(is)];
  const most = Math.min(old.length, now.length);
  let start = 0;
  while (start < most && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < most - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const cut = (words: readonly string[]) => words.slice(start, words.length - end).join("");
  return {
    part,
    before: now.slice(0, start).join(""),
    was: cut(old),
    is: cut(now),
    after: now.slice(now.length - end).join(""),
  };
}

/**
 * The sentences of a page that read differently in another version of it, in their order. Parts that are in one of the
 * two alone have no sentence to compare, and are left out.
 */
export function changedSentences(before: PageText, after: PageText): readonly ChangedSentence[] {
  const old = Map.groupBy(linesIn(before), ({ part }) => part);
  const now = Map.groupBy(linesIn(after), ({ part }) => part);
  return [...now].flatMap(([part, lines]) => {
    const others = old.get(part) ?? [];
    if (others.length !== lines.length) return [];
    return lines.flatMap(({ text }, at) => {
      const [was, is] = [sentencesIn(others[at]?.text ?? ""), sentencesIn(text)];
      if (was.length !== is.length) return [compared(part, was.join(" "), is.join(" "))];
      return is.flatMap((one, nth) => (one === was[nth] ? [] : [compared(part, was[nth] ?? "", one)]));
    });
  });
}
