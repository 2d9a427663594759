import type { Report } from "./report.ts";
import { style, styleNames } from "./style.ts";
import { checkedNumbers, type StyleOutlier } from "./style-outliers.ts";
import { assistantWords, connectives } from "./style-words.ts";
import { sentencesOf, type Tokens } from "./tokenise.ts";
import { read } from "./verdict.ts";

/** A number of style that stands out, words of the text that it counts, and the marks whose own number stands out too. */
export type Reason = StyleOutlier & { words: string[]; marks: number[] };
export type Reasons = {
  reasons: Reason[];
  /** Marks that no counted number explains: the model knows their runs of words from machines' texts. */
  others: number[];
};

/** Numbers that say nothing of one sentence. */
const ofWholeText = new Set(["differentWords100", "sentenceVariation"]);
const mostQuoted = 3;
/** Marks that are looked at one by one; a text of more is long enough to be read without them. */
const mostMarks = 100;

const keyOf = ({ name }: StyleOutlier): string =>
  Object.entries(checkedNumbers).find(([, checked]) => checked.name === name)?.[0] ?? "";

const counted: Readonly<Record<string, (tokens: Tokens) => string[]>> = {
  assistantWords: ({ lower }) => lower.filter((word) => assistantWords.has(word)),
  connectiveStarts: (tokens) =>
    sentencesOf(tokens)
      .map(({ from }) => tokens.lower[from] ?? "")
      .filter((word) => connectives.has(word)),
};

/** Its reasons in the order of the report, each with the marks that it is linked to; marks count from 1. */
export function reasonsOf(text: string, { highlights, moved }: Pick<Report, "highlights" | "moved">): Reasons {
  const all = read(text).tokens;
  // Only the share of rare words needs the list, and it is no reason.
  const frequent = new Set<string>();
  const marked = highlights
    .slice(0, mostMarks)
    .map(({ from, to }) => style(read(text.slice(from, to), true).tokens, frequent));
  const reasons = moved.map((outlier) => {
    const key = keyOf(outlier);
    const at = styleNames.indexOf(key);
    const scale = checkedNumbers[key]?.scale ?? 1;
    const isLinked = outlier.isMore && !ofWholeText.has(key);
    const marks = marked.flatMap((numbers, index) =>
      isLinked && (numbers[at] ?? 0) * scale > outlier.high ? [index + 1] : [],
    );
    const words = [...new Set(counted[key]?.(all) ?? [])].slice(0, mostQuoted);
    return { ...outlier, words, marks };
  });
  const explained = new Set(reasons.flatMap(({ marks }) => marks));
  return { reasons, others: marked.map((_, index) => index + 1).filter((mark) => !explained.has(mark)) };
}
