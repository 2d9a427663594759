import type { Model } from "#src/modules/checker/domain/model.ts";
import { evidenceOf } from "#src/modules/checker/domain/report.ts";
import { sentencesOf } from "#src/modules/checker/domain/tokenise.ts";
import { read, verdictOf } from "#src/modules/checker/domain/verdict.ts";
import { chance, domainGroup, type Row } from "./dataset.ts";
import { auroc } from "./limits.ts";
import { table } from "./tables.ts";

/** Every nth letter's neighbour is typed instead: about 1 % of the characters. */
const withErrors = (text: string): string =>
  [...text]
    .map((letter, at) =>
      at % 100 === 57 && /[a-y]/.test(letter) ? String.fromCharCode(letter.charCodeAt(0) + 1) : letter,
    )
    .join("");

const changes: Readonly<Record<string, (text: string) => string>> = {
  "curly quotes and long dashes": (text) =>
    text
      .replace(/(^|\s)"/g, "$1“")
      .replaceAll('"', "”")
      .replaceAll("'", "’")
      .replaceAll(" - ", " – "),
  "line ends of Windows": (text) => text.replaceAll("\n", "\r\n"),
  "double spaces": (text) => text.replaceAll(" ", "  "),
  "non-breaking spaces": (text) => text.replaceAll(" ", "\u00a0"),
  "zero-width characters in words": (text) => text.replace(/(\w\w)(\w\w)/g, "$1\u200b$2"),
  "soft hyphens": (text) => text.replace(/(\w{4})(\w{4})/g, "$1\u00ad$2"),
  "look-alike letters": (text) => text.replaceAll("a", "а").replaceAll("e", "е").replaceAll("o", "о"),
  "ligatures of PDFs": (text) => text.replaceAll("fi", "ﬁ").replaceAll("fl", "ﬂ"),
  "1 % typing errors (not format)": withErrors,
};

/** How far the logit moves when a text is only written in another way. */
export function robustness(model: Model, rows: readonly Row[]): string {
  const some = rows.filter(({ id }) => chance(id, 91) % 90 === 0);
  const logit = (text: string): number => verdictOf(model, read(text)).logit;
  const before = some.map(({ text }) => logit(text));
  const lines = Object.entries(changes).map(([name, change]) => {
    const moved = some.map(({ text }, at) => Math.abs(logit(change(text)) - (before[at] ?? 0))).sort((a, b) => a - b);
    const at = (share: number): string => (moved[Math.floor(share * (moved.length - 1))] ?? 0).toFixed(2);
    return [name, String(moved.length), at(0.5), at(0.95), at(1)];
  });
  return table(["change", "texts", "median move (logits)", "95 %", "most"], lines);
}

/** Words of each half, at least. */
const half = 120;

type Half = { text: string; words: number };

/** The first sentences of a text, of `half` words or a little more; null when it is shorter. */
function firstHalf(text: string): Half | null {
  const { tokens, text: normal } = read(text);
  let words = 0;
  for (const sentence of sentencesOf(tokens)) {
    words += sentence.words;
    if (words >= half) return { text: normal.slice(0, tokens.end[sentence.to - 1]), words };
  }
  return null;
}

/** Texts half human and half machine-written, of one kind of writing, in both orders. */
function* pairs(rows: readonly Row[]) {
  const some = rows.filter(({ attack }) => attack === "none");
  const groups = new Map<string, { human: Half[]; ai: Half[] }>();
  for (const row of some) {
    const part = firstHalf(row.text);
    const of = groups.get(domainGroup(row)) ?? { human: [], ai: [] };
    if (part) of[row.label].push(part);
    groups.set(domainGroup(row), of);
  }
  for (const [group, { human, ai }] of groups)
    for (const [at, one] of human.slice(0, ai.length).entries()) {
      const other = ai[at];
      if (other) yield { group, human: one, ai: other, isHumanFirst: at % 2 === 0 };
    }
}

/** Token AUROC of the sentences' evidence in mixed texts, all tokens together: and of how many texts. */
export function mixedEvidence(model: Model, rows: readonly Row[]): { auroc: number; texts: number } {
  const found: { human: number[]; ai: number[] } = { human: [], ai: [] };
  let texts = 0;
  for (const { human, ai, isHumanFirst } of pairs(rows)) {
    texts++;
    const [first, second] = isHumanFirst ? [human, ai] : [ai, human];
    const { tokens } = read(`${first.text} ${second.text}`);
    let words = 0;
    for (const sentence of evidenceOf(model, tokens)) {
      const isFirst = words + sentence.words / 2 < first.words;
      const into = isFirst === isHumanFirst ? found.human : found.ai;
      for (let word = 0; word < sentence.words; word += 4) into.push(sentence.logit);
      words += sentence.words;
    }
  }
  return { auroc: auroc(found.human, found.ai), texts };
}
