import type { Model } from "#src/modules/checker/domain/model.ts";
import { evidenceOf } from "#src/modules/checker/domain/report.ts";
import { sentencesOf } from "#src/modules/checker/domain/tokenise.ts";
import { read } from "#src/modules/checker/domain/verdict.ts";
import { domainGroup, type Row } from "./corpus.ts";
import { auroc } from "./measure.ts";

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
